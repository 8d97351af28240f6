import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import type { Errors } from '../../core/form-errors.ts'
import { hasPasskeys } from '../../core/passkeys.ts'
import { Field, SECRET } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { helpTexts } from './en-sign-in-help.ts'
import { keepFocus } from './keep-focus.ts'
import { type SignInValues, signInErrors } from './validation.ts'

const t = authTexts

type Props = {
  readonly username: string
  /** @returns the server's field errors. */
  readonly onSubmit: (values: SignInValues) => Promise<Errors<SignInValues>>
  readonly onForgot: () => void
}

export function SignInForm({ username, onSubmit, onForgot }: Props) {
  const form = useForm<SignInValues>({ username, password: '' }, { check: signInErrors, send: onSubmit })
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Field
        label={t.username}
        note={t.orEmail}
        // Where passkeys work, the browser suggests them as well (use-passkey-suggestions.ts).
        autoComplete={hasPasskeys() ? 'username webauthn' : 'username'}
        maxLength={FIELD.email}
        autoFocus
        {...form.field('username')}
      />
      <Field
        label={t.password}
        autoComplete="current-password"
        secret={SECRET}
        below={
          <button type="button" className={styles.forgot} onMouseDown={keepFocus} onClick={onForgot}>
            {helpTexts.forgot}
          </button>
        }
        {...form.field('password')}
      />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={form.pending} loading={form.pending}>
        {form.pending ? t.signingIn : t.signIn}
      </Button>
    </form>
  )
}
