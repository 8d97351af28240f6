/** /auth: once signed in, continues after 100 ms to the requested page or the dashboard; a mailed link has a separate page. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import type { Errors } from '../../core/form-errors.ts'
import { useUser } from '../../core/queries/user.ts'
import { returnPath, tokenOfInvitation, WALL } from '../../core/return-path.ts'
import { AuthView } from '../../features/auth/auth-view.tsx'
import { authTexts } from '../../features/auth/en-auth.ts'
import { type MailedLink, mailedLinkOf } from '../../features/auth/mailed-links.ts'
import { useRegister, useRegistrationOpen, useSignIn } from '../../features/auth/queries.ts'
import type { AuthStep } from '../../features/auth/sign-in-steps.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { WithLiveLayer } from '../shell/live-pages.tsx'
import { RedirectPage } from './redirect-page.tsx'

/** Most people who sign in have opened no mailed link. */
const MailedPage = lazy(async () => ({ default: (await import('../../features/auth/mailed-page.tsx')).MailedPage }))

/** The server's field errors, including a taken username or email. */
function fieldsOf(error: unknown): Errors<Record<string, string>> {
  if (isApiError(error, 'username_taken')) return { username: error.message }
  if (isApiError(error, 'email_taken')) return { email: error.message }
  return isApiError(error, 'validation_failed') ? error.details : {}
}

const none = () => ({})

/** Where to continue after signing in, and the form to begin with; kept in the history entry, which no other site can write. */
function useAsked() {
  const state = useLocation().state as { readonly to?: unknown; readonly at?: unknown } | null
  const to = returnPath(state?.to)
  const start: AuthStep = { at: state?.at === 'register' ? 'register' : 'signIn' }
  return { to, start, invitation: tokenOfInvitation(to) }
}

/** A mailed link, whose token is removed from the URL and the history immediately. */
function useMailedLink(): readonly [link: MailedLink | undefined, done: () => void] {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [link, setLink] = useState(() => mailedLinkOf({ search, hash }))
  useEffect(() => {
    const found = mailedLinkOf({ search, hash })
    if (!found) return
    setLink(found)
    void navigate('/auth', { replace: true, state })
  }, [search, hash, navigate, state])
  return [link, () => setLink(undefined)]
}

export function AuthPage() {
  useTitle(authTexts.title)
  const user = useUser()
  const signIn = useSignIn()
  const register = useRegister()
  const toasts = useToasts()
  const navigate = useNavigate()
  const asked = useAsked()
  const to = user.data?.wall ? WALL : asked.to
  const [link, leaveLink] = useMailedLink()
  const [start, setStart] = useState<AuthStep>(asked.start)
  const known = Boolean(user.data)
  const { invitation } = asked
  // Who is invited to a household may register where strangers may not.
  const isOpen = useRegistrationOpen(user.data === null && !link && !invitation)
  const registrationOpen = isOpen || invitation !== undefined
  useEffect(() => {
    if (!known || link) return
    const timer = setTimeout(() => navigate(to, { replace: true }), TIME.redirectAfterAuth)
    return () => clearTimeout(timer)
  }, [known, link, to, navigate])
  if (link) {
    const onDone = (next: 'forgot' | undefined) => {
      if (next) setStart({ at: next })
      leaveLink()
    }
    return (
      <WithLiveLayer user={user.data ?? undefined}>
        <Suspense fallback={<LoadingPage />}>
          <MailedPage key={link.token} link={link} signedIn={known} onDone={onDone} />
        </Suspense>
      </WithLiveLayer>
    )
  }
  if (user.isPending) return <LoadingPage />
  if (user.data && !signIn.isSuccess && !register.isSuccess) return <RedirectPage to={to} />
  return (
    <AuthView
      start={start}
      registrationOpen={registrationOpen}
      onSwitch={toasts.dismiss}
      onSignIn={signIn.mutateAsync}
      onRegister={(values) => register.mutateAsync(invitation ? { ...values, invitation } : values).then(none, fieldsOf)}
    />
  )
}
