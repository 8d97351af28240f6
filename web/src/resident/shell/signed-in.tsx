/** The border between signed out and signed in: who is not known waits, who is not signed in goes to /auth. */
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useOutletContext } from 'react-router'
import type { CurrentUser } from '#proto/entities.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { CentrePage, Problem } from '../../ui/parts.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { isLeaving, messageOf, tookLeave, useUser } from '../data/user.ts'
import { LoadingPage } from '../pages/redirect-page.tsx'

export function SignedIn() {
  const user = useUser()
  if (user.isPending) return <LoadingPage />
  if (user.isError && !user.data)
    return (
      <CentrePage>
        <Problem text={messageOf(user.error)} retry={residentTexts.common.tryAgain} onRetry={() => void user.refetch()} />
      </CentrePage>
    )
  if (!user.data) return <ToSignIn />
  return <Outlet context={user.data} />
}

/** Says why, where a page was asked for (spec section 5), and remembers that page; the bare address and Sign Out explain themselves. */
function ToSignIn() {
  const toast = useToast()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (tookLeave() || pathname === '/') return
    toast({ kind: 'failure', title: residentTexts.auth.required, text: residentTexts.auth.requiredText })
  }, [pathname, toast])
  return <Navigate to="/auth" replace state={isLeaving() ? null : { to: `${pathname}${search}${hash}` }} />
}

/** The signed-in user, on every page inside. */
export const useSignedIn = () => useOutletContext<CurrentUser>()
