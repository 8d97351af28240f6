import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import type { Errors } from '../../core/form-errors.ts'
import { Field, SECRET } from '../../ui/field.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { type RegisterValues, registerErrors } from './validation.ts'

const t = authTexts
const EMPTY: RegisterValues = { firstName: '', lastName: '', email: '', username: '', password: '', confirmPassword: '' }

type Props = {
  /** @returns the server's field errors. */
  readonly onSubmit: (values: RegisterValues) => Promise<Errors<RegisterValues>>
}

export function RegisterForm({ onSubmit }: Props) {
  const form = useForm<RegisterValues>(EMPTY, { check: registerErrors, send: onSubmit })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <div className={styles.pair}>
        <Field label={t.firstName} autoComplete="given-name" maxLength={FIELD.name} autoFocus {...form.field('firstName')} />
        <Field label={t.lastName} autoComplete="family-name" maxLength={FIELD.name} {...form.field('lastName')} />
      </div>
      <Field label={t.email} type="email" autoComplete="email" maxLength={FIELD.email} {...form.field('email')} />
      <Field label={t.username} autoComplete="username" maxLength={FIELD.username} {...form.field('username')} />
      <Field
        label={t.password}
        autoComplete="new-password"
        secret={SECRET}
        below={<PasswordMeter password={form.values.password} isRefused={form.errors.password !== undefined} />}
        {...form.field('password')}
      />
      <Field label={t.confirmPassword} autoComplete="new-password" secret={SECRET} {...form.field('confirmPassword')} />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={form.pending} loading={form.pending}>
        {form.pending ? t.creatingAccount : t.createAccount}
      </Button>
    </form>
  )
}
