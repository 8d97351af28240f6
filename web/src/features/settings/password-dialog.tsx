/** Asks for the password before the email may change (decision 26). */
import { Button } from 'antd'
import { useId } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SECRET } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.password

type Props = {
  readonly email: string
  /** @returns the password's error, or nothing if it was accepted */
  readonly onConfirm: (password: string) => Promise<string | undefined>
  readonly onClose: () => void
}

export function PasswordDialog({ email, onConfirm, onClose }: Props) {
  const id = useId()
  const form = useForm(
    { password: '' },
    {
      check: ({ password }) => (password ? {} : { password: t.required }),
      send: async ({ password }) => {
        const wrong = await onConfirm(password)
        return wrong === undefined ? {} : { password: wrong }
      },
    },
  )
  const { onBlur: _, ...password } = form.field('password')
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <form noValidate onSubmit={form.submit}>
        <h2 id={`${id}t`}>{t.title}</h2>
        <p id={`${id}d`}>{t.text(email)}</p>
        <Field label={t.label} autoComplete="current-password" autoFocus secret={SECRET} {...password} />
        <div className={styles.both}>
          <Button onClick={onClose}>{sharedTexts.common.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={form.pending ? { icon: null } : false}>
            {t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
