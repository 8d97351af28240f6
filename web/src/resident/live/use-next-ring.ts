import type { Activity } from '#proto/entities.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { secondsLeft, useServerNow } from '../../features/rings/countdown.ts'
import { homeOf, visitorNameOf } from '../../ui/activity-texts.ts'

/** The visitor who rings while a call is on; answered aside, without leaving the call. */
export function useNextRing(later: readonly Activity[]) {
  const { clock } = useServices()
  const callController = useCallController()
  const ring = later[0]
  const now = useServerNow(clock.now, ring?.endsAt)
  if (!ring) return undefined
  const left = sharedTexts.ring.secondsLeft(secondsLeft(ring, now))
  return {
    name: visitorNameOf(ring),
    left: ring.home ? `${homeOf(ring)} · ${left}` : left,
    onAnswer: () => void callController.answerDuringCall(ring.id, 'message'),
    onIgnore: () => void callController.answerDuringCall(ring.id, 'dismissed'),
  }
}
