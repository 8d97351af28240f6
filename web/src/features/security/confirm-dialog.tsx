/** Asks before an action that cannot be undone; Cancel has the focus. */
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './dialogs.module.css'

type Props = {
  readonly title: string
  readonly text: string
  readonly cancel: string
  readonly confirm: string
  readonly confirming: string
  /** Shows its own errors. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function ConfirmDialog({ title, text, cancel, confirm, confirming, onConfirm, onClose }: Props) {
  const id = useId()
  const stay = useRef<HTMLButtonElement>(null)
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    await onConfirm().catch(() => undefined)
    onClose()
  }
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.small} focus={stay} onEscape={onClose}>
      <h2 id={`${id}t`}>{title}</h2>
      <p id={`${id}d`}>{text}</p>
      <div className={styles.both}>
        <Button ref={stay} onClick={onClose}>
          {cancel}
        </Button>
        <Button type="primary" danger loading={pending} onClick={() => void run()}>
          {pending ? confirming : confirm}
        </Button>
      </div>
    </Dialog>
  )
}
