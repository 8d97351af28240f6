/** A call on this page: brings session, server's word and chat together for the view. Fetched with the first call. */
import { useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { isPermitted } from '../../core/media/support.ts'
import { serverClock } from '../../core/server-clock.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { CallView, NextRing } from '../../features/calls/call-view.tsx'
import { AwayPanel, type Seat } from '../../features/calls/panels.tsx'
import { ChatDrawer } from '../../features/chat/chat-panel.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useValue } from '../../ui/use-value.ts'
import { connection } from '../services.ts'
import { happened, useCallView, useLiveDispatch } from '../store.ts'
import { chatInstead, endCall, returnToCall, takeOver } from './actions.ts'
import styles from './call-screen.module.css'
import { chatOf, useConversation } from './chats.ts'
import { closeSession, hadSeat, heldSession, idleMedia, leaveSeat } from './media.ts'
import type { InCall } from './transitions.ts'
import { useNextRing } from './use-next-ring.ts'

type Props = { readonly screen: InCall; readonly activity: Activity | undefined; readonly later: readonly Activity[] }

export function CallScreen(props: Props) {
  return props.screen.step === 'away' ? <AwayScreen {...props} /> : <HereScreen {...props} />
}

function HereScreen({ screen, activity, later }: Props) {
  const { activityId } = screen
  const kind = screen.mode === 'videoCall' ? 'video' : 'audio'
  const dispatch = useLiveDispatch()
  const toast = useToast()
  const held = useValue(heldSession)
  const session = held?.activityId === activityId ? held.session : undefined
  const media = useValue(session?.state ?? idleMedia)
  const call = useCallView(activityId)
  const unread = useUnread(activityId, screen.chatOpen)
  const next = useNextRing(later, toast)

  const elsewhere = media.phase === 'elsewhere'
  useEffect(() => {
    if (!elsewhere) return
    leaveSeat(activityId)
    dispatch(happened({ type: 'leftBehind', activityId }))
  }, [elsewhere, activityId, dispatch])

  const toggle = () => dispatch(happened({ type: 'chatToggled' }))
  return (
    <CallView
      kind={kind}
      name={activity?.visitorName?.trim() ?? ''}
      call={call}
      session={session}
      media={media}
      now={serverClock.now}
      unread={unread}
      drawer={screen.chatOpen && activity ? <Drawer activity={activity} onClose={toggle} /> : null}
      nextRing={next ? <NextRing {...next} /> : null}
      onTryAgain={() => void (media.phase === 'failed' ? session?.start(kind) : session?.openDevices(kind))}
      onToggleChat={toggle}
      onContinueWithChat={() => chatInstead(activityId)}
      onEnd={() => endCall(activityId)}
    />
  )
}

function Drawer({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const conversation = useConversation(activity.id)
  return <ChatDrawer activity={activity} {...conversation} onClose={onClose} />
}

/** Messages of the visitor that came while the chat was closed. */
function useUnread(activityId: number, open: boolean): number {
  const entries = useValue(chatOf(activityId).entries)
  const theirs = entries.filter((entry) => !entry.isFromMe).length
  const [seen, setSeen] = useState(theirs)
  useEffect(() => {
    if (open) setSeen(theirs)
  }, [open, theirs])
  return Math.max(0, theirs - seen)
}

/** The call is on, this page is not in it. With permission remembered, this tab's own seat is taken again without asking; a closed tab's is not. */
function AwayScreen({ screen, activity }: Props) {
  const { activityId } = screen
  const kind = screen.mode === 'videoCall' ? 'video' : 'audio'
  const dispatch = useLiveDispatch()
  const call = useCallView(activityId)
  const { sessionId } = useValue(connection.state)
  const holder = call?.holder
  const seat: Seat = !holder
    ? { kind: 'vacant' }
    : holder.session === sessionId
      ? { kind: 'own' }
      : { kind: 'elsewhere', device: holder.device }
  const left = useValue(heldSession)?.activityId === activityId
  const own = seat.kind === 'own' && !left && hadSeat(activityId)
  // The tab that sat there was only slow to come back.
  const isTaken = seat.kind === 'own' && !left && !own && call?.state === 'connected'
  useEffect(() => {
    if (isTaken) dispatch(happened({ type: 'closed' }))
  }, [isTaken, dispatch])
  useEffect(() => {
    if (!own) return
    let here = true
    void Promise.all([isPermitted('microphone'), kind === 'audio' || isPermitted('camera')]).then((permitted) => {
      if (here && permitted.every(Boolean)) returnToCall(activityId, kind)
    })
    return () => {
      here = false
    }
  }, [own, activityId, kind])
  return (
    <main className={styles.away}>
      <AwayPanel
        seat={left && seat.kind === 'own' ? { kind: 'elsewhere', device: holder?.device ?? '' } : seat}
        name={activity?.visitorName?.trim() || residentTexts.activities.unknownVisitor}
        onJoin={() => (seat.kind === 'vacant' ? takeOver : returnToCall)(activityId, kind)}
        onClose={() => {
          closeSession(activityId)
          dispatch(happened({ type: 'closed' }))
        }}
        onEnd={() => endCall(activityId)}
      />
    </main>
  )
}
