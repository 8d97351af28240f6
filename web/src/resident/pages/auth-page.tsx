/** /auth: signed in, it goes on to the dashboard after 100 ms; with a mailed token it confirms the address. */
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import type { Errors } from '../../core/form-errors.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { AuthView } from '../../features/auth/auth-view.tsx'
import { useDismissToast } from '../../ui/toasts.tsx'
import { useRegister, useSignIn, useUser } from '../data/user.ts'
import { useTitle } from '../use-title.ts'
import { LoadingPage, RedirectPage } from './redirect-page.tsx'
import { VerifyPage } from './verify-page.tsx'

/** What the server has against single fields; taken names and addresses stand under theirs. */
function fieldsOf(error: unknown): Errors<Record<string, string>> {
  if (isApiError(error, 'username_taken')) return { username: error.message }
  if (isApiError(error, 'email_taken')) return { email: error.message }
  return isApiError(error, 'validation_failed') ? error.details : {}
}

const none = () => ({})

export function AuthPage() {
  useTitle(residentTexts.titles.auth)
  const user = useUser()
  const signIn = useSignIn()
  const register = useRegister()
  const dismissToast = useDismissToast()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const token = search.get('verify')
  const known = Boolean(user.data)
  useEffect(() => {
    if (!known || token) return
    const timer = setTimeout(() => navigate('/doorbell', { replace: true }), TIME.redirectAfterAuth)
    return () => clearTimeout(timer)
  }, [known, token, navigate])
  if (token) return <VerifyPage token={token} signedIn={known} />
  if (user.isPending) return <LoadingPage />
  if (user.data && !signIn.isSuccess && !register.isSuccess) return <RedirectPage />
  return (
    <AuthView
      pending={signIn.isPending || register.isPending}
      onSwitch={dismissToast}
      onSignIn={(values) => signIn.mutateAsync(values).then(none, fieldsOf)}
      onRegister={(values) => register.mutateAsync(values).then(none, fieldsOf)}
    />
  )
}
