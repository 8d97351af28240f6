import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import type { Errors } from '../../core/form-errors.ts'
import { Field } from '../../ui/field.tsx'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { PasswordMeter } from './password-meter.tsx'
import { useForm } from './use-form.ts'
import { type RegisterValues, registerErrors } from './validation.ts'

const t = authTexts
const EMPTY: RegisterValues = { firstName: '', lastName: '', email: '', username: '', password: '', confirmPassword: '' }
const EYE = { show: t.showPassword, hide: t.hidePassword }

type Props = {
  readonly pending: boolean
  /** @returns the server's field errors. */
  readonly onSubmit: (values: RegisterValues) => Promise<Errors<RegisterValues>>
}

export function RegisterForm({ pending, onSubmit }: Props) {
  const form = useForm<RegisterValues>(EMPTY, registerErrors)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void form.submit(event.currentTarget, onSubmit)
      }}
    >
      <div className={styles.pair}>
        <Field label={t.firstName} autoComplete="given-name" maxLength={FIELD.name} autoFocus {...form.field('firstName')} />
        <Field label={t.lastName} autoComplete="family-name" maxLength={FIELD.name} {...form.field('lastName')} />
      </div>
      <Field label={t.email} type="email" autoComplete="email" maxLength={FIELD.email} {...form.field('email')} />
      <Field label={t.username} autoComplete="username" maxLength={FIELD.username} {...form.field('username')} />
      <Field
        label={t.password}
        autoComplete="new-password"
        secret={EYE}
        below={<PasswordMeter password={form.values.password} />}
        {...form.field('password')}
      />
      <Field label={t.confirmPassword} autoComplete="new-password" secret={EYE} {...form.field('confirmPassword')} />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={pending} loading={pending ? { icon: null } : false}>
        {pending ? t.creatingAccount : t.createAccount}
      </Button>
    </form>
  )
}
