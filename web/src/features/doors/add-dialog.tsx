import { Button } from 'antd'
import { useId } from 'react'
import { FIELD } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { doorsTexts as t } from '../../core/texts/en-doors.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './doors.module.css'

type Props = { readonly onAdd: (label: string) => Promise<unknown>; readonly onClose: () => void }

const sentenceOf = (error: unknown) => (isApiError(error) ? (error.details.label ?? error.message) : residentTexts.common.unexpected)

export function AddDialog({ onAdd, onClose }: Props) {
  const id = useId()
  const form = useForm(
    { label: '' },
    {
      send: async ({ label }) => {
        try {
          await onAdd(label)
        } catch (failure) {
          return { label: sentenceOf(failure) }
        }
        onClose()
        return undefined
      },
    },
  )
  return (
    <Dialog labelledBy={id} className={styles.dialog} onEscape={onClose}>
      <form onSubmit={form.submit} noValidate>
        <h2 id={id}>{t.addTitle}</h2>
        <Field label={t.label} maxLength={FIELD.doorLabel} autoFocus {...form.field('label')} />
        <p className={styles.hint}>{t.labelHint}</p>
        <div className={styles.both}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={form.pending}>
            {form.pending ? t.adding : t.addButton}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
