/** The chat of one activity in place of the page. Loaded with the first chat. */
import { useCallback, useState } from 'react'
import type { Activity, CallKind, User } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { hasCalls } from '../../core/homes.ts'
import { canCall } from '../../core/media/support.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { isCutOff } from '../../core/reach.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { ChatRoom } from '../../features/chat/chat-room.tsx'
import { useCallController } from '../../features/live-call/call-context.ts'
import { liveTexts } from '../../features/live-call/en-live-call.ts'
import { tagOf, visitorNameOf } from '../../ui/activity-texts.ts'
import { activityTime } from '../../ui/time.ts'
import { isAtTheDoor } from './at-the-door.ts'
import { PremiumRequired } from './premium-required.tsx'
import { useConversation } from './use-conversation.ts'

/** A call back is possible for ten minutes after an answered or missed ring. */
function canCallBack(activity: Activity, serverNow: number): boolean {
  const reachable = activity.outcome === 'missed' || activity.outcome?.startsWith('answered_')
  return Boolean(reachable) && serverNow - Date.parse(activity.timestamp) < TIME.lateCallWithin && canCall()
}

function presenceOf(activity: Activity, serverNow: number): string {
  if (!isAtTheDoor(activity, serverNow))
    // The log below starts with the time and door of the ring.
    return `${tagOf(activity).text} · ${activityTime(activity.timestamp, new Date(serverNow))}`
  return activity.visitorAway ? liveTexts.chat.away : liveTexts.chat.atTheDoor
}

export function ChatScreen({ activity, user }: { activity: Activity; user: User }) {
  const { clock, connection } = useServices()
  const callController = useCallController()
  const conversation = useConversation(activity.id)
  const { sessionId } = useValue(connection.state)
  const isOffline = isCutOff(useReach())
  const [wanted, setWanted] = useState<CallKind>()
  const close = useCallback(() => callController.show({ type: 'closed' }), [callController])
  const call = (kind: CallKind) => {
    if (hasCalls(activity, user)) return callController.callBack(activity.id, kind)
    callController.requirePremium(activity.id, kind)
    setWanted(kind)
  }
  return (
    <>
      <ChatRoom
        activity={activity}
        {...conversation}
        presence={isOffline ? liveTexts.chat.offline : presenceOf(activity, clock.now())}
        own={activity.answeredSession !== null && activity.answeredSession === sessionId}
        onCall={canCallBack(activity, clock.now()) ? call : undefined}
        onClose={close}
      />
      {wanted ? (
        <PremiumRequired kind={wanted} name={visitorNameOf(activity)} home={activity.home} onClose={() => setWanted(undefined)} />
      ) : null}
    </>
  )
}
