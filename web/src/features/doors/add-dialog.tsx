import { Button } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { FIELD } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './doors.module.css'
import { doorsTexts as t } from './en-doors.ts'

type Props = { readonly onAdd: (label: string) => Promise<unknown>; readonly onClose: () => void }

const sentenceOf = (error: unknown) => (isApiError(error) ? (error.details.label ?? error.message) : sharedTexts.common.unexpected)

export function AddDialog({ onAdd, onClose }: Props) {
  const id = useId()
  const [label, setLabel] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    try {
      await onAdd(label)
      onClose()
    } catch (failure) {
      setError(sentenceOf(failure))
      setPending(false)
    }
  }
  return (
    <Dialog labelledBy={id} className={styles.dialog} onEscape={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <h2 id={id}>{t.addTitle}</h2>
        <Field label={t.label} name="label" value={label} error={error} maxLength={FIELD.doorLabel} autoFocus onChange={setLabel} />
        <p className={styles.hint}>{t.labelHint}</p>
        <div className={styles.both}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={pending}>
            {pending ? t.adding : t.addButton}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
