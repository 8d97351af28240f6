/** A name, changed in its place: Escape and Cancel leave it. */
import { Button } from 'antd'
import { z } from 'zod'
import { errorsOf } from '../core/form-errors.ts'
import { sharedTexts } from '../core/texts/en-shared.ts'
import { Field } from './field.tsx'
import { isEscape } from './keys.ts'
import styles from './rename-form.module.css'
import { useForm } from './use-form.ts'

type Props = {
  readonly before: string
  readonly schema: z.ZodString | z.ZodType<string>
  readonly maxLength: number
  readonly label: string
  readonly save: string
  /** @returns whether it is renamed; the reason of a failure is shown elsewhere */
  readonly rename: (name: string) => Promise<boolean>
  readonly onClose: () => void
}

export function RenameForm({ before, schema, maxLength, label, save, rename, onClose }: Props) {
  const form = useForm(
    { name: before },
    {
      check: (values) => errorsOf(z.object({ name: schema }), values),
      send: async ({ name }) => {
        if (name === before || (await rename(name))) onClose()
        return {}
      },
    },
  )
  return (
    <form className={styles.form} noValidate onSubmit={form.submit} onKeyDown={(event) => isEscape(event) && onClose()}>
      <Field label={label} maxLength={maxLength} autoFocus {...form.field('name')} />
      <div className={styles.buttons}>
        <Button size="small" htmlType="submit" loading={form.pending}>
          {save}
        </Button>
        <Button size="small" onClick={onClose}>
          {sharedTexts.common.cancel}
        </Button>
      </div>
    </form>
  )
}
