import { Button } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './doors.module.css'
import { doorsTexts as t } from './en-doors.ts'

type Props = { readonly onRotate: (graceHours: number) => Promise<boolean>; readonly onClose: () => void }

/** Warns about the effects of the rotation; during the grace period old signs still work (docs/product/decisions.md, 3). */
export function RotateDialog({ onRotate, onClose }: Props) {
  const id = useId()
  const [hours, setHours] = useState(0)
  const [pending, setPending] = useState(false)
  const rotate = async () => {
    setPending(true)
    await onRotate(hours)
    onClose()
  }
  return (
    <Dialog role="alertdialog" labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <h2 id={`${id}t`}>{t.rotateTitle}</h2>
      <p id={`${id}d`}>{t.rotateText}</p>
      <fieldset className={styles.choices}>
        <legend>{t.grace}</legend>
        {Object.entries(t.graces).map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={`${id}g`} checked={hours === Number(value)} onChange={() => setHours(Number(value))} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.both}>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="primary" danger loading={pending} onClick={() => void rotate()}>
          {pending ? t.rotating : t.rotateButton}
        </Button>
      </div>
    </Dialog>
  )
}
