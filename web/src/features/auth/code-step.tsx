/** The second factor of a sign-in: a code of the authenticator app, or a recovery code (docs/product/decisions.md, 25). */
import { Button } from 'antd'
import { CodeField } from '../../ui/code-field.tsx'
import { useCodeForm } from '../../ui/use-code-form.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'

type Props = {
  /** Rejects with the server's error; errors that are not about the code have been shown. */
  readonly onCode: (code: string) => Promise<unknown>
}

export function CodeStep({ onCode }: Props) {
  const { submit, pending, field } = useCodeForm(onCode)
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <CodeField takesRecovery {...field} />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={pending} loading={pending}>
        {pending ? authTexts.signingIn : authTexts.signIn}
      </Button>
    </form>
  )
}
