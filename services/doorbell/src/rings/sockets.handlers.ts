/** Internal operations of gateway, signaling and billing. Identity is the caller's, never the input's. */

import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type TierDeps, updateTier } from '../account/update-tier.ts'
import { ringNamed, ringOfVisitor, ringWithChat, sideOf } from '../core/access.ts'
import { isLive, outcomeOf, wasAnswered } from '../core/ring.ts'
import { presentActivity } from '../core/views.ts'
import { loadPushContent, loadPushPreferences, loadRingReach, type RingReachDeps } from '../pushes/push-content.ts'
import { loadPushNotice, type PushNoticeDeps } from '../pushes/push-notice.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import { cancelLive, type EndDeps } from './end-ring.ts'
import { type CallLog, recordCall } from './record-call.ts'
import { type ReceiptDeps, recordReceipt } from './record-receipt.ts'
import { type ResumeDeps, resumeResident, resumeVisitor } from './resume.ts'
import type { Rings } from './rings.ts'
import { type ChatDeps, writeMessage } from './write-message.ts'

export type SocketDeps = ChatDeps & ReceiptDeps & ResumeDeps
export type SignalingDeps = AnswerDeps & EndDeps & { readonly rings: Pick<Rings, 'before'>; readonly callLog: CallLog }

export function socketOperations(deps: SocketDeps): SomeHandlersOf<'doorbell', 'confirm_ring' | 'send_chat' | 'receipt' | 'resume'> {
  return {
    confirm_ring: async ({ input, caller }) => {
      const ring = await ringOfVisitor(deps, input.activityId, caller)
      if (input.userId !== ring.publicNumber) throw new AppError('not_found')
      return {
        frames: [{ type: 'doorbell_ring_sent', activityId: ring.id, userId: ring.publicNumber, clientId: caller.clientId ?? '' }],
      }
    },
    send_chat: async ({ input, caller }) => {
      const activityId = input.activityId ?? input.recipientId
      const side = sideOf(await ringNamed(deps, activityId), caller)
      if (side === 'resident') await ringWithChat(deps, activityId, caller)
      const { id, timestamp } = await writeMessage(deps, activityId, side, input, caller)
      return { frames: [{ type: 'chat_sent', id, activityId, timestamp: isoOf(input.timestamp) ?? timestamp.toISOString() }] }
    },
    receipt: async ({ input, caller }) => {
      await recordReceipt(deps, input.activityId, input.state, caller)
      return { frames: [] }
    },
    resume: async ({ input, caller }) => {
      if (input.as === 'resident') return { frames: await resumeResident(deps, caller) }
      if (input.activityId === undefined) throw new AppError('not_found')
      return { frames: await resumeVisitor(deps, input.activityId, caller) }
    },
  }
}

/** `chat_sent` repeats the timestamp of the frame that it answers, if that is a valid one. */
function isoOf(timestamp: string | undefined): string | undefined {
  const time = timestamp ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) || timestamp !== new Date(time).toISOString() ? undefined : timestamp
}

/** From this signaling restores a call after a loss of Redis. */
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

export function signalingOperations(
  deps: SignalingDeps,
): SomeHandlersOf<'doorbell', 'claim' | 'ring_facts' | 'cancel_live' | 'record_call'> {
  return {
    claim: async ({ input, caller }) => {
      const { ring, repeated } = await answerRing(deps, input.activityId, input.answer, caller)
      return { activity: presentActivity(ring, deps.clock.now()), repeated }
    },
    ring_facts: async ({ input }) => {
      const now = deps.clock.now()
      const ring = await ringNamed(deps, input.activityId)
      // No call is ever made of a test ring.
      if (ring.test) throw new AppError('not_found')
      const live = isLive(ring, now)
      return {
        activityId: ring.id,
        ownerId: ring.ownerId,
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

/** What notify asks when it pushes, and when it says what would ring: nothing of it is stored there. */
export const notifyOperations = (
  deps: RingReachDeps & PushNoticeDeps & { readonly rings: Pick<Rings, 'deliveryTimes'> },
): SomeHandlersOf<'doorbell', 'delivery_times' | 'push_content' | 'push_notice' | 'push_preferences' | 'ring_reach'> => ({
  delivery_times: async ({ input }) => ({
    rings: (await deps.rings.deliveryTimes(input.activityIds)).map(({ activityId, at }) => ({ activityId, at: at.toISOString() })),
  }),
  push_notice: ({ input }) => loadPushNotice(deps, input),
  push_content: ({ input }) => loadPushContent(deps, input.activityId),
  push_preferences: ({ input }) => loadPushPreferences(deps, input.userId),
  ring_reach: ({ input }) => loadRingReach(deps, input.activityId),
})

/** Billing reports a new tier before it answers its own caller. */
export const billingOperations = (deps: TierDeps): SomeHandlersOf<'doorbell', 'keep_tier'> => ({
  keep_tier: async ({ input }) => {
    await updateTier(deps, input)
    return {}
  },
})
