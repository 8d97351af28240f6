/** Guards the signed-in pages: shows a loading page until the user is known, and redirects signed-out users to /auth. */
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { errorMessageOf } from '../../core/error-message.ts'
import { useUser } from '../../core/queries/user.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { CentrePage, ErrorState } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { shellTexts } from '../en-shell.ts'

export function SignedIn() {
  const user = useUser()
  if (user.isPending) return <LoadingPage />
  if (user.isError && !user.data)
    return (
      <CentrePage>
        <ErrorState text={errorMessageOf(user.error)} retry={sharedTexts.common.tryAgain} onRetry={() => void user.refetch()} />
      </CentrePage>
    )
  if (!user.data) return <ToSignIn />
  return <Outlet context={user.data} />
}

/** Explains the redirect with a toast (spec section 5) and passes the requested page on; not for `/` or after Sign Out. */
function ToSignIn() {
  const { signedOutHere } = useServices()
  const toast = useToast()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const isSignedOutHere = signedOutHere.get()
    signedOutHere.set(false)
    if (isSignedOutHere || pathname === '/') return
    toast({ kind: 'failure', title: shellTexts.signedOut.title, text: shellTexts.signedOut.text })
  }, [pathname, toast, signedOutHere])
  return <Navigate to="/auth" replace state={signedOutHere.get() ? null : { to: `${pathname}${search}${hash}` }} />
}
