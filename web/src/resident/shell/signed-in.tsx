/**
 * Guards the signed-in pages: shows a loading page until the user is known, and redirects signed-out users to /auth, and a wall display to
 * its one page.
 */
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useUser } from '../../core/queries/user.ts'
import { WALL } from '../../core/return-path.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { WallSignedOut } from '../../features/wall/signed-out.tsx'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { CentrePage, ErrorState } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { shellTexts } from '../en-shell.ts'
import { OfflinePage } from '../pages/offline-page.tsx'

export function SignedIn() {
  const user = useUser()
  const { lastSession, wallRecord } = useServices()
  const { pathname } = useLocation()
  const isSignedIn = Boolean(user.data)
  const isWall = Boolean(user.data?.wall)
  // From now on the session can end without this page's Sign Out.
  useEffect(() => {
    if (!isSignedIn) return
    lastSession.set('ended_elsewhere')
    wallRecord.set(isWall)
  }, [isSignedIn, isWall, lastSession, wallRecord])
  if (user.isPending) return <LoadingPage />
  if (user.isError && !user.data && isApiError(user.error, 'network', 'unavailable'))
    return <OfflinePage onRetry={() => void user.refetch()} />
  if (user.isError && !user.data)
    return (
      <CentrePage>
        <ErrorState text={errorMessageOf(user.error)} retry={sharedTexts.common.tryAgain} onRetry={() => void user.refetch()} />
      </CentrePage>
    )
  if (!user.data) return pathname === WALL ? <WallSignedOut /> : <ToSignIn />
  if (user.data.wall && pathname !== WALL) return <ToWall />
  return <Outlet context={user.data} />
}

/** A wall display shows one page; every other requested page needs the password. `/` is where browsers begin. */
function ToWall() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={WALL} replace state={pathname === '/' ? null : { asked: `${pathname}${search}${hash}` }} />
}

/**
 * Explains the redirect with a toast and passes the requested page on; not after Sign Out. Users who were not signed in read the specified
 * text (docs/product/specification.md, 5), but not at `/`.
 */
function ToSignIn() {
  const { lastSession } = useServices()
  const toast = useToast()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    const last = lastSession.get()
    lastSession.set('none')
    if (last === 'ended_elsewhere') toast({ kind: 'info', ...shellTexts.sessionEnded })
    if (last === 'none' && pathname !== '/') toast({ kind: 'failure', ...shellTexts.signedOut })
  }, [pathname, toast, lastSession])
  return <Navigate to="/auth" replace state={lastSession.get() === 'ended_here' ? null : { to: `${pathname}${search}${hash}` }} />
}
