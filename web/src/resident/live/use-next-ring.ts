import type { Activity } from '#proto/entities.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { answerDuringCall, type ShowToast } from '../../features/live-call/call-controller.ts'
import { secondsLeft, useServerNow } from '../../features/rings/countdown.ts'
import { nameOf } from '../../ui/activity-texts.ts'
import { clock } from '../services.ts'

/** The visitor who rings while a call is on; answered aside, without leaving the call. */
export function useNextRing(later: readonly Activity[], toast: ShowToast) {
  const ring = later[0]
  const now = useServerNow(clock.now, ring?.endsAt)
  if (!ring) return undefined
  return {
    name: nameOf(ring),
    left: residentTexts.ring.secondsLeft(secondsLeft(ring, now)),
    onAnswer: () => void answerDuringCall(ring.id, 'message', toast),
    onIgnore: () => void answerDuringCall(ring.id, 'dismissed', toast),
  }
}
