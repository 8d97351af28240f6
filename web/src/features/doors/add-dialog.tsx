import { useId } from 'react'
import { FIELD } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './doors.module.css'
import { doorsTexts as t } from './en-doors.ts'

type Props = { readonly onAdd: (label: string) => Promise<unknown>; readonly onClose: () => void }

const sentenceOf = (error: unknown) => (isApiError(error) ? (error.details.label ?? error.message) : sharedTexts.common.unexpected)

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
        <FormButtons cancel={t.cancel} onCancel={onClose} loading={form.pending}>
          {form.pending ? t.adding : t.addButton}
        </FormButtons>
      </form>
    </Dialog>
  )
}
