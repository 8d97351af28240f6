import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import type { Errors } from '../../core/form-errors.ts'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { type SignInValues, signInErrors } from './validation.ts'

const t = authTexts

type Props = {
  /** @returns the server's field errors. */
  readonly onSubmit: (values: SignInValues) => Promise<Errors<SignInValues>>
}

export function SignInForm({ onSubmit }: Props) {
  const form = useForm<SignInValues>({ username: '', password: '' }, { check: signInErrors, send: onSubmit })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Field label={t.username} autoComplete="username" maxLength={FIELD.username} autoFocus {...form.field('username')} />
      <Field
        label={t.password}
        autoComplete="current-password"
        secret={{ show: t.showPassword, hide: t.hidePassword }}
        {...form.field('password')}
      />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={form.pending} loading={form.pending ? { icon: null } : false}>
        {form.pending ? t.signingIn : t.signIn}
      </Button>
    </form>
  )
}
