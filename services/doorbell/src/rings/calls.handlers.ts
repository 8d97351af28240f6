/** Operations for signaling. Identity is the caller's, never the input's. */
import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { ringNamed, ringOfVisitor } from '../core/access.ts'
import { isLive, outcomeOf, wasAnswered } from '../core/ring.ts'
import { presentActivity } from '../core/views.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import { cancelLive, type EndDeps } from './end-ring.ts'
import { type CallLog, recordCall } from './record-call.ts'

/** Signaling restores a call from this after Redis has lost its data. */
function presentCall(call: Awaited<ReturnType<CallLog['lastOf']>>) {
  if (!call) return null
  const { callId, kind, startedAt, connectedAt, endedAt } = call
  return {
    callId,
    kind,
    startedAt: startedAt.toISOString(),
    connectedAt: connectedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

export function callHandlers(
  deps: AnswerDeps & EndDeps & { readonly callLog: CallLog },
): SomeHandlersOf<'doorbell', 'claim' | 'ring_facts' | 'cancel_live' | 'record_call'> {
  return {
    claim: async ({ input, caller }) => {
      const { ring, repeated } = await answerRing(deps, input.activityId, input.answer, caller)
      const members = ring.members.map(({ userId }) => userId)
      return { activity: presentActivity(ring, deps.clock.now(), caller.resident?.userId), repeated, members }
    },
    ring_facts: async ({ input }) => {
      const now = deps.clock.now()
      const ring = await ringNamed(deps, input.activityId)
      // A test ring has no call.
      if (ring.test) throw new AppError('not_found')
      const live = isLive(ring, now)
      return {
        activityId: ring.id,
        ownerId: ring.ownerId,
        members: ring.members.map(({ userId }) => userId),
        // Billing was checked when the ring was answered by video or audio; that holds for the whole call.
        ownerPremium: ring.premium || ring.outcome === 'answered_video' || ring.outcome === 'answered_audio',
        live,
        firstInLine: !live || (await deps.rings.before(ring, now)) === 0,
        outcome: outcomeOf(ring, now),
        answeredBy: ring.answeredBy,
        answeredSession: ring.answeredSession,
        answeredAt: ring.answeredAt?.toISOString() ?? null,
        endsAt: ring.endsAt.toISOString(),
        visitorName: ring.visitorName,
        hidden: ring.visitorAway,
        version: ring.version,
        call: presentCall(wasAnswered(ring.outcome) ? await deps.callLog.lastOf(ring.id) : undefined),
      }
    },
    cancel_live: async ({ input, caller }) => {
      const ring = await ringOfVisitor(deps, input.activityId, caller)
      return { cancelled: (await cancelLive(deps, ring)) !== undefined }
    },
    record_call: async ({ input }) => {
      const { startedAt, connectedAt, endedAt, ...call } = input
      const date = (iso: string | null) => (iso ? new Date(iso) : null)
      await recordCall(deps, { ...call, startedAt: new Date(startedAt), connectedAt: date(connectedAt), endedAt: date(endedAt) })
      return {}
    },
  }
}
