/** The second factor of a sign-in: a code of the authenticator app, or a recovery code (decision 25). */
import { Button } from 'antd'
import { isApiError } from '../../core/api-error.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './auth.module.css'
import { authTexts } from './en-auth.ts'
import { codeErrors } from './validation.ts'

type Props = {
  /** Rejects with the server's error; what is not about the code has been shown. */
  readonly onCode: (code: string) => Promise<unknown>
}

export function CodeStep({ onCode }: Props) {
  const form = useForm(
    { code: '' },
    {
      check: codeErrors,
      send: async ({ code }) => {
        try {
          await onCode(code.trim())
        } catch (error) {
          if (isApiError(error, 'code_wrong')) return { code: error.message }
          if (isApiError(error, 'validation_failed')) return error.details
        }
        return {}
      },
    },
  )
  const clear = () => {
    form.set({ code: '' })
    form.reset()
  }
  const { onBlur: _, ...code } = form.field('code')
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <CodeField takesRecovery onSwitch={clear} {...code} />
      <Button type="primary" size="large" htmlType="submit" aria-disabled={form.pending} loading={form.pending ? { icon: null } : false}>
        {form.pending ? authTexts.signingIn : authTexts.signIn}
      </Button>
    </form>
  )
}
