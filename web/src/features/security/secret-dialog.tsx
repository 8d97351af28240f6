/** A dialog whose action answers a secret: it then shows the secret, once, in place of its content. */
import { CheckIcon, CopyIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import styles from './dialogs.module.css'
import { dialogTexts } from './en-security-dialogs.ts'

const t = dialogTexts.factor

type Props = {
  readonly title: string
  readonly text: string
  readonly secret: string | undefined
  /** The title and the text beside the secret, and what it is called. */
  readonly shown: { readonly title: string; readonly text: string; readonly name: string }
  /** Below the secret. */
  readonly below?: ReactNode
  /** Focused on opening; default: the browser's choice. */
  readonly focus?: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function SecretDialog({ title, text, secret, shown, below, focus, onClose, children }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is removed, and the focus with it.
  useEffect(() => {
    if (secret) heading.current?.focus()
  }, [secret])
  return (
    // The secret is shown only once: Escape does not lose it.
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.wide} focus={focus} {...(secret ? {} : { onEscape: onClose })}>
      <h2 id={`${id}t`} ref={heading} tabIndex={-1}>
        {secret ? shown.title : title}
      </h2>
      <p id={`${id}d`}>{secret ? shown.text : text}</p>
      {secret ? (
        <Secret name={shown.name} secret={secret} onDone={onClose}>
          {below}
        </Secret>
      ) : (
        children
      )}
    </Dialog>
  )
}

type SecretProps = { readonly name: string; readonly secret: string; readonly onDone: () => void; readonly children: ReactNode }

function Secret({ name, secret, onDone, children }: SecretProps) {
  const { copied, copy } = useCopied()
  return (
    <>
      <div className={styles.secret}>
        <code>
          <span className="spoken">{`${name}: `}</span>
          <span>{secret}</span>
        </code>
        <Button
          size="small"
          icon={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
          onClick={() => void copy(secret)}
        >
          {copied ? t.copied : t.copy}
        </Button>
      </div>
      {children}
      <div className={styles.one}>
        <Button type="primary" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </>
  )
}
