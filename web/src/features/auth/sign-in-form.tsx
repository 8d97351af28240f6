import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import type { Errors } from '../../core/form-errors.ts'
import { Field } from '../../ui/field.tsx'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { useForm } from './use-form.ts'
import { type SignInValues, signInErrors } from './validation.ts'

const t = authTexts

type Props = {
  readonly pending: boolean
  /** @returns the server's field errors. */
  readonly onSubmit: (values: SignInValues) => Promise<Errors<SignInValues>>
}

export function SignInForm({ pending, onSubmit }: Props) {
  const form = useForm<SignInValues>({ username: '', password: '' }, signInErrors)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void form.submit(event.currentTarget, onSubmit)
      }}
    >
      <Field label={t.username} autoComplete="username" maxLength={FIELD.username} autoFocus {...form.field('username')} />
      <Field
        label={t.password}
        autoComplete="current-password"
        secret={{ show: t.showPassword, hide: t.hidePassword }}
        {...form.field('password')}
      />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={pending} loading={pending ? { icon: null } : false}>
        {pending ? t.signingIn : t.signIn}
      </Button>
    </form>
  )
}
