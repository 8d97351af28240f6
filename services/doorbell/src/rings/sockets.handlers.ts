/** Frames about rings that the gateway forwards. Identity is the caller's, never the input's. */
import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { ringOfVisitor } from '../core/access.ts'
import { recordReceipt } from './record-receipt.ts'
import { resumeResident, resumeVisitor } from './resume.ts'

export function socketHandlers(
  deps: Parameters<typeof recordReceipt>[0] & Parameters<typeof resumeResident>[0],
): SomeHandlersOf<'doorbell', 'confirm_ring' | 'receipt' | 'resume'> {
  return {
    confirm_ring: async ({ input, caller }) => {
      const ring = await ringOfVisitor(deps, input.activityId, caller)
      if (input.userId !== ring.publicNumber) throw new AppError('not_found')
      return {
        frames: [{ type: 'doorbell_ring_sent', activityId: ring.id, userId: ring.publicNumber, clientId: caller.clientId ?? '' }],
      }
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
