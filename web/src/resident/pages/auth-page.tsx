/** /auth: once signed in, continues after 100 ms to the requested page or the dashboard; with a mailed token it confirms the address. */
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import type { Errors } from '../../core/form-errors.ts'
import { useUser } from '../../core/queries/user.ts'
import { returnPath } from '../../core/return-path.ts'
import { AuthView } from '../../features/auth/auth-view.tsx'
import { authTexts } from '../../features/auth/en-auth.ts'
import { useRegister, useSignIn } from '../../features/auth/queries.ts'
import { VerifyPage } from '../../features/auth/verify-page.tsx'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { WithLiveLayer } from '../shell/live-pages.tsx'
import { RedirectPage } from './redirect-page.tsx'

/** The server's field errors, including a taken username or email. */
function fieldsOf(error: unknown): Errors<Record<string, string>> {
  if (isApiError(error, 'username_taken')) return { username: error.message }
  if (isApiError(error, 'email_taken')) return { email: error.message }
  return isApiError(error, 'validation_failed') ? error.details : {}
}

const none = () => ({})

/** Where to continue after signing in; kept in the history entry, which no other site can write. */
const useReturnPath = () => returnPath((useLocation().state as { readonly to?: unknown } | null)?.to)

/** The token of a mailed link, removed from the URL and the history. Older mails have it in the query. */
function useMailedToken(): readonly [token: string | null, done: () => void] {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(hash.slice(1)).get('verify') ?? new URLSearchParams(search).get('verify')
  const [token, setToken] = useState(found)
  useEffect(() => {
    if (!found) return
    setToken(found)
    void navigate('/auth', { replace: true, state })
  }, [found, navigate, state])
  return [token, () => setToken(null)]
}

export function AuthPage() {
  useTitle(authTexts.title)
  const user = useUser()
  const signIn = useSignIn()
  const register = useRegister()
  const toasts = useToasts()
  const navigate = useNavigate()
  const to = useReturnPath()
  const [token, verified] = useMailedToken()
  const known = Boolean(user.data)
  useEffect(() => {
    if (!known || token) return
    const timer = setTimeout(() => navigate(to, { replace: true }), TIME.redirectAfterAuth)
    return () => clearTimeout(timer)
  }, [known, token, to, navigate])
  if (token) {
    const page = <VerifyPage key={token} token={token} signedIn={known} onDone={verified} />
    return user.data ? <WithLiveLayer user={user.data}>{page}</WithLiveLayer> : page
  }
  if (user.isPending) return <LoadingPage />
  if (user.data && !signIn.isSuccess && !register.isSuccess) return <RedirectPage to={to} />
  return (
    <AuthView
      onSwitch={toasts.dismiss}
      onSignIn={(values) => signIn.mutateAsync(values).then(none, fieldsOf)}
      onRegister={(values) => register.mutateAsync(values).then(none, fieldsOf)}
    />
  )
}
