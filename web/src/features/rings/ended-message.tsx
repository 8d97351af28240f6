import { CheckCircleIcon, DeviceMobileIcon, UserIcon, WifiSlashIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ringsTexts } from './en-rings.ts'
import styles from './rings.module.css'

/** `tested`: a test ring was answered here. `unknown`: nothing is received, and its time is over. */
export type EndedText = {
  readonly text: string
  readonly kind: 'answered' | 'gone' | 'tested' | 'unknown'
  /** Shown late: until it is read. */
  readonly stays: boolean
}

const ICONS = { answered: DeviceMobileIcon, gone: UserIcon, tested: CheckCircleIcon, unknown: WifiSlashIcon }
/** These stay until they are read, and have a title. */
const STAYING = {
  tested: { title: ringsTexts.works, button: ringsTexts.done },
  unknown: { title: ringsTexts.probablyOver, button: sharedTexts.common.close },
}

type Props = { readonly message: EndedText; readonly onClose: () => void }

/** Replaces the buttons, mostly for 2 s: who answered, or that the visitor has left. */
export function EndedMessageLine({ message: { kind, text, stays }, onClose }: Props) {
  const Picture = ICONS[kind]
  const staying = kind === 'tested' || kind === 'unknown' ? STAYING[kind] : undefined
  return (
    <>
      <p className={styles.over} role="status" data-tone={kind === 'gone' || kind === 'unknown' ? 'quiet' : 'good'}>
        <Picture size={36} weight={kind === 'tested' ? 'fill' : 'regular'} aria-hidden />
        {staying ? <span>{staying.title}</span> : null}
        {staying ? <small>{text}</small> : <span>{text}</span>}
      </p>
      {staying || stays ? (
        <Button type="primary" size="large" block onClick={onClose} autoFocus>
          {staying?.button ?? sharedTexts.common.close}
        </Button>
      ) : null}
    </>
  )
}
