/** The chat of one activity in the place of the page. Fetched with the first chat. */
import { useCallback, useState } from 'react'
import type { Activity, CallKind, User } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { canCall } from '../../core/media/support.ts'
import { serverClock } from '../../core/server-clock.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { ChatRoom } from '../../features/chat/chat-room.tsx'
import { visitorName } from '../../features/rings/incoming-modal.tsx'
import { tagOf } from '../../ui/activity-words.ts'
import { activityTime } from '../../ui/time.ts'
import { useValue } from '../../ui/use-value.ts'
import { useReach } from '../data/use-reach.ts'
import { connection } from '../services.ts'
import { happened, useLiveDispatch } from '../store.ts'
import { callBack, refusePremium } from './actions.ts'
import { useConversation } from './chats.ts'
import { PremiumRefusal } from './premium-refusal.tsx'

/** A call back is possible after an answer or a miss, for ten minutes (states). */
function canCallBack(activity: Activity): boolean {
  const reachable = activity.outcome === 'missed' || activity.outcome?.startsWith('answered_')
  return Boolean(reachable) && serverClock.now() - Date.parse(activity.timestamp) < TIME.lateCallWithin && canCall()
}

function presenceOf(activity: Activity): string {
  const t = residentTexts
  const recent = serverClock.now() - Date.parse(activity.timestamp) < TIME.lateCallWithin
  if (!recent || activity.outcome === 'cancelled' || activity.outcome === 'dismissed')
    // The log below begins with when it rang, and at which door.
    return `${tagOf(activity).text} · ${activityTime(activity.timestamp, new Date())}`
  return activity.visitorAway ? t.chat.away : t.chat.atTheDoor
}

export function ChatScreen({ activity, user }: { activity: Activity; user: User }) {
  const dispatch = useLiveDispatch()
  const conversation = useConversation(activity.id)
  const { sessionId } = useValue(connection.state)
  const isOffline = useReach() === 'offline'
  const [wanted, setWanted] = useState<CallKind>()
  const close = useCallback(() => dispatch(happened({ type: 'closed' })), [dispatch])
  const call = (kind: CallKind) => {
    if (user.subscriptionTier === 'premium') return callBack(activity.id, kind)
    refusePremium(activity.id, kind)
    setWanted(kind)
  }
  return (
    <>
      <ChatRoom
        activity={activity}
        {...conversation}
        presence={isOffline ? residentTexts.chat.offline : presenceOf(activity)}
        own={activity.answeredSession !== null && activity.answeredSession === sessionId}
        onCall={canCallBack(activity) ? call : undefined}
        onClose={close}
      />
      {wanted ? <PremiumRefusal kind={wanted} name={visitorName(activity)} onClose={() => setWanted(undefined)} /> : null}
    </>
  )
}
