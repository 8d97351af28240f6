import { CheckCircleIcon, DeviceMobileIcon, UserIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { ringsTexts } from './en-rings.ts'
import styles from './rings.module.css'

/** `tested`: a test ring was answered here. */
export type EndedText = { readonly text: string; readonly kind: 'answered' | 'gone' | 'tested' }

const ICONS = { answered: DeviceMobileIcon, gone: UserIcon, tested: CheckCircleIcon }

type Props = { readonly message: EndedText; readonly onClose: () => void }

/** Replaces the buttons for 2 s: who answered, or that the visitor has left. What a test shows stays until it is read. */
export function EndedMessageLine({ message: { kind, text }, onClose }: Props) {
  const Picture = ICONS[kind]
  return (
    <>
      <p className={styles.over} role="status" data-tone={kind === 'gone' ? 'quiet' : 'good'}>
        <Picture size={36} weight={kind === 'tested' ? 'fill' : 'regular'} aria-hidden />
        {kind === 'tested' ? <span>{ringsTexts.works}</span> : null}
        {kind === 'tested' ? <small>{text}</small> : <span>{text}</span>}
      </p>
      {kind === 'tested' ? (
        <Button type="primary" size="large" block onClick={onClose} autoFocus>
          {ringsTexts.done}
        </Button>
      ) : null}
    </>
  )
}
