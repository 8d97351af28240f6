/** /auth#sign-in=token: signs in once while the password is not checked; two-factor is still required (docs/product/decisions.md, 27). */
import { SignInIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useServices } from '../../core/services.ts'
import { CentrePage } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { CodeStep } from './code-step.tsx'
import { ConfirmLink } from './confirm-link.tsx'
import { authTexts } from './en-auth.ts'
import { linkTexts } from './en-mailed-links.ts'
import { helpTexts } from './en-sign-in-help.ts'
import styles from './mailed.module.css'
import type { MailedPageProps } from './mailed-links.ts'
import { useEnter } from './queries.ts'

const t = linkTexts.signIn

export function SignInLinkPage({ token, onDone }: MailedPageProps) {
  useTitle(t.title)
  const { api } = useServices()
  const enter = useEnter()
  const toast = useToast()
  const use = useMutation({
    mutationFn: (code: string | undefined) => api.call('auth.use_sign_in_link', { token, ...(code ? { code } : {}) }),
    onSuccess: async (user) => {
      if (await enter(user, authTexts.loginDone, authTexts.welcomeBack(user.firstName))) onDone()
    },
    onError: (error, code) => {
      if (code === undefined || isApiError(error, 'code_wrong', 'token_invalid')) return
      toast({ kind: 'failure', title: authTexts.loginFailed, text: errorMessageOf(error) })
    },
  })
  const asksForCode = isApiError(use.error, 'two_factor_required') || use.variables !== undefined
  if (asksForCode && !isApiError(use.error, 'token_invalid'))
    return (
      <CentrePage legal>
        <div>
          <h1>{helpTexts.code.heading}</h1>
          <p className={styles.hint}>{t.codeText}</p>
        </div>
        <div className={styles.form}>
          <CodeStep onCode={use.mutateAsync} />
        </div>
      </CentrePage>
    )
  return (
    <ConfirmLink
      icon={<SignInIcon size={40} aria-hidden />}
      texts={{ ...t, done: authTexts.loginDone }}
      text={t.text}
      doneText={undefined}
      error={use.error}
      run={use}
      onConfirm={() => use.mutate(undefined)}
      next={
        <Button type="primary" size="large" onClick={() => onDone()}>
          {linkTexts.toSignIn}
        </Button>
      }
    />
  )
}
