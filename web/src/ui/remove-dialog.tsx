/** Asked before something is lost for good. */
import { Button } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from './dialog.tsx'
import styles from './remove-dialog.module.css'

type Words = {
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly cancel: string
  readonly remove: string
  readonly removing: string
}
/** `onRemove` tells a refusal itself; the list shows what is true. */
type Props = { readonly name: string; readonly words: Words; readonly onRemove: () => Promise<unknown>; readonly onClose: () => void }

export function RemoveDialog({ name, words, onRemove, onClose }: Props) {
  const id = useId()
  const [pending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    await onRemove().catch(() => undefined)
    onClose()
  }
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <h2 id={`${id}t`}>{words.removeTitle(name)}</h2>
      <p id={`${id}d`}>{words.removeText}</p>
      <div className={styles.both}>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="primary" danger loading={pending} onClick={() => void remove()}>
          {pending ? words.removing : words.remove}
        </Button>
      </div>
    </Dialog>
  )
}
