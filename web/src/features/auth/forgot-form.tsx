import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { helpTexts } from './en-sign-in-help.ts'
import { useRequestReset } from './link-queries.ts'
import { resetRequestErrors } from './validation.ts'

const t = helpTexts.reset

/** Asks for the address that gets a link to a new password. */
export function ForgotForm({ onSent }: { readonly onSent: () => void }) {
  const request = useRequestReset()
  const form = useForm(
    { email: '' },
    {
      check: resetRequestErrors,
      send: async ({ email }) => {
        await request.mutateAsync(email.trim())
        onSent()
        return {}
      },
    },
  )
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Field label={authTexts.email} type="email" autoComplete="email" maxLength={FIELD.email} autoFocus {...form.field('email')} />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={form.pending} loading={form.pending}>
        {form.pending ? t.sending : t.send}
      </Button>
    </form>
  )
}
