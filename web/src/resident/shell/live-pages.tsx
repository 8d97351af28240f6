/** Adds the live layer to every signed-in page: the open chat in place of the page, the incoming modal and the call above it. */
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { Outlet } from 'react-router'
import type { User } from '#proto/entities.ts'
import { useActivity } from '../../core/queries/activities.ts'
import { useResidentsZone } from '../../core/queries/preferences.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { liveTexts } from '../../features/live-call/en-live-call.ts'
import { useScreen } from '../../features/live-call/live-store.ts'
import { chatIn, useChatHistory } from '../../features/live-call/use-chat-history.ts'
import { LiveLayer } from '../live/live-layer.tsx'
import { useLiveUpdates } from '../live/use-live-updates.ts'
import { Frame } from './frame.tsx'

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

export function WithLiveLayer({ user, children }: { readonly user: User; readonly children: ReactNode }) {
  const callController = useCallController()
  const screen = useScreen()
  const chatting = useActivity(chatIn(screen))
  const inCall = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  const openChat = useCallback(
    (activityId: number): ReactNode => (
      <Button size="small" onClick={() => callController.show({ type: 'chatOpened', activityId })}>
        {liveTexts.chat.openChat}
      </Button>
    ),
    [callController],
  )
  useLiveUpdates(user, openChat)
  useResidentsZone()
  useChatHistory()
  return (
    <>
      <div hidden={inCall}>
        {chatting ? (
          <Frame user={user}>
            <Suspense fallback={null}>
              <ChatScreen key={chatting.id} activity={chatting} user={user} />
            </Suspense>
          </Frame>
        ) : (
          children
        )}
      </div>
      <LiveLayer user={user} />
    </>
  )
}
