/** /join/:token, open to everyone: without an account it leads to /auth and back. */
import { Button } from 'antd'
import { Navigate, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useUser } from '../../core/queries/user.ts'
import { HOME, tokenOfInvitation, WALL } from '../../core/return-path.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useSignOut } from '../../features/auth/queries.ts'
import type { AuthStep } from '../../features/auth/sign-in-steps.ts'
import { joinTexts as t } from '../../features/household/en-join.ts'
import { useAcceptInvitation, useInvitation } from '../../features/household/join-queries.ts'
import { JoinEnd, JoinView } from '../../features/household/join-view.tsx'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { CentrePage, ErrorState } from '../../ui/primitives.tsx'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { useTitle } from '../../ui/use-title.ts'
import { WithLiveLayer } from '../shell/live-pages.tsx'

const HOUSEHOLD = '/household'

export function JoinPage() {
  useTitle(t.title)
  const user = useUser()
  const { token = '' } = useParams()
  // A display shows one page.
  if (user.data?.wall) return <Navigate to={WALL} replace />
  return (
    <WithLiveLayer user={user.data ?? undefined}>
      <Invitation key={token} token={tokenOfInvitation(`/join/${token}`) ?? token} />
    </WithLiveLayer>
  )
}

function Invitation({ token }: { readonly token: string }) {
  const user = useUser()
  const navigate = useNavigate()
  const invitation = useInvitation(token)
  // Replaced: the address with the token is not gone back to.
  const accept = useAcceptInvitation(token, () => void navigate(HOUSEHOLD, { replace: true }))
  const signOut = useSignOut()
  const press = useSinglePress(accept)
  const toAuth = (at: AuthStep['at']) => void navigate('/auth', { state: { to: `/join/${token}`, at } })
  if (isApiError(accept.error, 'household_own'))
    return (
      <JoinEnd title={t.own} text={t.ownText}>
        <Leave to={HOUSEHOLD} text={t.toHousehold} />
      </JoinEnd>
    )
  const { error } = isApiError(accept.error, 'token_invalid') ? accept : invitation
  if (isApiError(error, 'token_invalid', 'validation_failed'))
    return (
      <JoinEnd title={t.gone} text={t.goneText}>
        <Leave to={HOME} text={t.toStart} />
      </JoinEnd>
    )
  const failed = [invitation, user].filter(({ isError, data }) => isError && data === undefined)
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  if (failed.length)
    return (
      <CentrePage legal>
        <ErrorState text={errorMessageOf(failed[0]?.error)} retry={sharedTexts.common.tryAgain} onRetry={retry} />
      </CentrePage>
    )
  if (!invitation.data || user.data === undefined) return <LoadingPage />
  return (
    <JoinView
      invitation={invitation.data}
      user={user.data}
      isJoining={accept.isPending || accept.isSuccess}
      isSigningOut={signOut.isPending}
      onJoin={() => press(() => accept.mutate())}
      onSignIn={() => toAuth('signIn')}
      onRegister={() => toAuth('register')}
      onSignOut={() => signOut.mutate()}
    />
  )
}

function Leave({ to, text }: { readonly to: string; readonly text: string }) {
  const navigate = useNavigate()
  return (
    <Button type="primary" size="large" onClick={() => void navigate(to, { replace: true })}>
      {text}
    </Button>
  )
}
