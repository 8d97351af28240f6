/** Adds the live layer to every signed-in page: the open chat in place of the page, the incoming modal and the call above it. */
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { Outlet, useLocation } from 'react-router'
import type { CurrentUser } from '#proto/entities.ts'
import { useActivity } from '../../core/queries/activities.ts'
import { useHomesOfActivities } from '../../core/queries/household.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { useDeviceReport } from '../../features/devices/use-device-report.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { liveTexts } from '../../features/live-call/en-live-call.ts'
import { useScreen } from '../../features/live-call/live-store.ts'
import { chatIn, useChatHistory } from '../../features/live-call/use-chat-history.ts'
import { ErrorBoundary } from '../../ui/error-boundary.ts'
import { shellTexts } from '../en-shell.ts'
import { LiveLayer } from '../live/live-layer.tsx'
import { useAppWorker } from '../live/use-app-worker.ts'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { useResidentsZone } from '../live/use-residents-zone.ts'
import { PageFailed } from '../pages/error-page.tsx'
import { Frame } from './frame.tsx'
import { ReachNotice } from './reach-notice.tsx'
import styles from './shell.module.css'
import { UpdateBar } from './update-bar.tsx'

const ChatScreen = lazy(async () => ({ default: (await import('../live/chat-screen.tsx')).ChatScreen }))

/** The layout route of every page behind the sign-in. */
export function LivePages() {
  const user = useSignedIn()
  return (
    <WithLiveLayer user={user}>
      <Outlet context={user} />
    </WithLiveLayer>
  )
}

type Props = { /** Undefined while signed out. */ readonly user: CurrentUser | undefined; readonly children: ReactNode }

/**
 * Page and live layer fail separately: an error of the page does not end a ring or a call, and a ring that cannot be shown leaves the
 * page. The children keep their state when a session begins or ends: a mailed link may end this browser's own, and then says what
 * it did.
 */
export function WithLiveLayer({ user, children }: Props) {
  const screen = useScreen()
  const { pathname } = useLocation()
  const chatting = useActivity(user && chatIn(screen))
  const inCall = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  return (
    <>
      <div hidden={inCall}>
        <ErrorBoundary shown={`${pathname} ${chatting?.id ?? ''}`} fallback={(error) => <PageFailed error={error} />}>
          {user && chatting ? (
            <ChatFrame user={user}>
              <Suspense fallback={null}>
                <ChatScreen key={chatting.id} activity={chatting} user={user} />
              </Suspense>
            </ChatFrame>
          ) : (
            children
          )}
        </ErrorBoundary>
      </div>
      {user ? (
        <>
          <ErrorBoundary fallback={LiveFailed}>
            <LiveLayer user={user} />
          </ErrorBoundary>
          <LiveUpdates user={user} />
          {user.wall ? null : <UpdateBar />}
          {/* A call shows more about its own connection. */}
          {inCall ? null : <ReachNotice isOnWall={user.wall === true} />}
        </>
      ) : null}
    </>
  )
}

/** A wall display has no other pages. */
const ChatFrame = ({ user, children }: { readonly user: CurrentUser; readonly children: ReactNode }) =>
  user.wall ? children : <Frame user={user}>{children}</Frame>

/** A ring could not be shown on this page; other devices ring as ever. */
const LiveFailed = () => (
  <div className={styles.failed} role="alert">
    <p>{shellTexts.small.liveFailed}</p>
    <Button type="primary" onClick={() => location.reload()}>
      {shellTexts.small.reload}
    </Button>
  </div>
)

/** Renders nothing. After the live layer, which subscribes before the socket opens. A wall display reads its zone with its doors. */
function LiveUpdates({ user }: { readonly user: CurrentUser }) {
  const callController = useCallController()
  const openChat = useCallback(
    (activityId: number): ReactNode => (
      <Button size="small" onClick={() => callController.show({ type: 'chatOpened', activityId })}>
        {liveTexts.chat.openChat}
      </Button>
    ),
    [callController],
  )
  useLiveUpdates(user, openChat)
  useAppWorker(user)
  useChatHistory()
  const { mode } = useScreen()
  useDeviceReport(user, mode === 'main' ? undefined : mode)
  return user.wall ? null : (
    <>
      <ResidentsZone />
      <Homes />
    </>
  )
}

/** Also while a chat is open in place of the page; not on the way from a notification to its ring, which waits for nothing. */
function Homes() {
  const { mode } = useScreen()
  const { pathname } = useLocation()
  useHomesOfActivities(mode !== 'ringing' && !pathname.startsWith('/rings/'))
  return null
}

function ResidentsZone() {
  useResidentsZone()
  return null
}
