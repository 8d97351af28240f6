/** A call on this page: connects session, CallView and chat to the view. Loaded with the first call. */
import { useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { isPermitted } from '../../core/media/support.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useValue } from '../../core/use-value.ts'
import { CallView, NextRing, Notices } from '../../features/calls/call-view.tsx'
import { AwayPanel, type HolderState } from '../../features/calls/panels.tsx'
import { ChatDrawer } from '../../features/chat/chat-panel.tsx'
import { useCallController } from '../../features/live-call/call-context.ts'
import { useCallView } from '../../features/live-call/live-store.ts'
import type { InCall } from '../../features/live-call/transitions.ts'
import { mayTakeOver } from '../../features/live-call/use-found-call.ts'
import { useMediaOf } from '../../features/live-call/use-media-of.ts'
import { PremiumModal } from '../../features/premium/premium-modal.tsx'
import { homeOf } from '../../ui/activity-texts.ts'
import { isolate } from '../../ui/bidi.ts'
import styles from './call-screen.module.css'
import { useCallRecording } from './use-call-recording.ts'
import { useConversation } from './use-conversation.ts'
import { useNextRing } from './use-next-ring.ts'

type Props = { readonly screen: InCall; readonly activity: Activity | undefined; readonly later: readonly Activity[] }

export function CallScreen(props: Props) {
  return props.screen.step === 'away' ? <AwayScreen {...props} /> : <HereScreen {...props} />
}

function HereScreen({ screen, activity, later }: Props) {
  const { activityId } = screen
  const kind = screen.mode === 'videoCall' ? 'video' : 'audio'
  const { clock } = useServices()
  const callController = useCallController()
  const { session, media } = useMediaOf(activityId)
  const call = useCallView(activityId)
  const unread = useUnread(activityId, screen.chatOpen)
  const next = useNextRing(later)
  const { recording, wantsPremium, closePremium } = useCallRecording(activityId, { call, mayAsk: !activity?.home })
  const name = isolate(activity?.visitorName?.trim() ?? '')

  const elsewhere = media.phase === 'elsewhere'
  useEffect(() => {
    if (elsewhere) callController.leaveBehind(activityId)
  }, [elsewhere, activityId, callController])

  const toggle = () => callController.show({ type: 'chatToggled' })
  return (
    <>
      <CallView
        kind={kind}
        name={name}
        home={activity && homeOf(activity)}
        call={call}
        session={session}
        media={media}
        now={clock.now}
        unread={unread}
        recording={recording}
        drawer={screen.chatOpen && activity ? <Drawer activity={activity} onClose={toggle} /> : null}
        nextRing={next ? <NextRing {...next} /> : null}
        onTryAgain={() => void (media.phase === 'failed' ? session?.start(kind) : session?.openDevices(kind))}
        onAddVideo={() => void callController.addVideo(activityId)}
        onToggleChat={toggle}
        onContinueWithChat={() => callController.continueWithChat(activityId)}
        onEnd={() => callController.end(activityId)}
      />
      {wantsPremium ? (
        <PremiumModal kind="recording" name={name || sharedTexts.activity.unknownVisitor} onNotNow={closePremium} onUpgrade={undefined} />
      ) : null}
    </>
  )
}

function Drawer({ activity, onClose }: { activity: Activity; onClose: () => void }) {
  const conversation = useConversation(activity.id)
  return <ChatDrawer activity={activity} {...conversation} onClose={onClose} />
}

/** Counts the visitor's messages that arrived while the chat was closed. */
function useUnread(activityId: number, open: boolean): number {
  const { chats } = useServices()
  const entries = useValue(chats.of(activityId).entries)
  const theirs = entries.filter((entry) => !entry.isFromMe).length
  const [seen, setSeen] = useState(theirs)
  useEffect(() => {
    if (open) setSeen(theirs)
  }, [open, theirs])
  return Math.max(0, theirs - seen)
}

/** The call is live without this page. With remembered permission a reloaded tab rejoins by itself; after a closed tab it needs a press. */
function AwayScreen({ screen, activity, later }: Props) {
  const { activityId } = screen
  const kind = screen.mode === 'videoCall' ? 'video' : 'audio'
  const { connection } = useServices()
  const callController = useCallController()
  const call = useCallView(activityId)
  const { sessionId } = useValue(connection.state)
  const holder = call?.holder
  const holderState: HolderState =
    !holder || mayTakeOver(call, sessionId)
      ? { kind: 'vacant' }
      : holder.session === sessionId
        ? { kind: 'own' }
        : { kind: 'elsewhere', device: holder.device }
  const next = useNextRing(later)
  const leftHere = useMediaOf(activityId).session !== undefined
  const isOwn = holderState.kind === 'own' && !leftHere && callController.tabLock.holds(activityId)
  // The tab that held the call was only slow to reconnect.
  const isTaken = holderState.kind === 'own' && !leftHere && !isOwn && call?.state === 'connected'
  useEffect(() => {
    if (isTaken) callController.show({ type: 'closed' })
  }, [isTaken, callController])
  useEffect(() => {
    if (!isOwn) return
    let here = true
    void Promise.all([isPermitted('microphone'), kind === 'audio' || isPermitted('camera')]).then((permitted) => {
      if (here && permitted.every(Boolean)) callController.returnTo(activityId, kind)
    })
    return () => {
      here = false
    }
  }, [isOwn, activityId, kind, callController])
  return (
    <main className={styles.away}>
      <Notices>{next ? <NextRing {...next} /> : null}</Notices>
      <AwayPanel
        holderState={leftHere && holderState.kind === 'own' ? { kind: 'tab', device: holder?.device ?? '' } : holderState}
        name={isolate(activity?.visitorName?.trim() || sharedTexts.activity.unknownVisitor)}
        home={activity && homeOf(activity)}
        onJoin={() => (holderState.kind === 'vacant' ? callController.takeOver : callController.returnTo)(activityId, kind)}
        onRefuse={() => callController.refuse(activityId)}
        onClose={() => callController.close(activityId)}
        onEnd={() => callController.end(activityId)}
      />
    </main>
  )
}
