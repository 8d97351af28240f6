/** Confirms an action that cannot be undone immediately: a removal, or blocking a visitor. */
import { Button } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { Dialog } from './dialog.tsx'
import styles from './remove-dialog.module.css'

type Texts = {
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly cancel: string
  readonly remove: string
  readonly removing: string
}
/** `onRemove` shows its own errors. */
type Props = {
  readonly name: string
  readonly texts: Texts
  readonly onRemove: () => Promise<unknown>
  readonly onClose: () => void
  /** Below the buttons. */
  readonly children?: ReactNode
}

export function RemoveDialog({ name, texts, onRemove, onClose, children }: Props) {
  const id = useId()
  const [pending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    await onRemove().catch(() => undefined)
    onClose()
  }
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <h2 id={`${id}t`}>{texts.removeTitle(name)}</h2>
      <p id={`${id}d`}>{texts.removeText}</p>
      <div className={styles.both}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="primary" danger loading={pending} onClick={() => void remove()}>
          {pending ? texts.removing : texts.remove}
        </Button>
      </div>
      {children}
    </Dialog>
  )
}
