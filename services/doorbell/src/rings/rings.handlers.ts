/** Placing a ring: the visitor's, and the owner's test ring (docs/product/specification.md, 7; docs/product/decisions.md, 5-7). */
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { holdsRing } from '../core/access.ts'
import { isUnguessable } from '../core/ring-key.ts'
import { presentActivity, presentVisitorView } from '../core/views.ts'
import { type LiveUpdateDeps, loadVisitorView } from './live-updates.ts'
import { ringDoor } from './ring-door.ts'
import { testRing } from './test-ring.ts'
import { answerWithCookies } from './visitor-cookies.ts'

type Deps = Parameters<typeof ringDoor>[0] & Parameters<typeof testRing>[0] & Pick<LiveUpdateDeps, 'rings' | 'messages'>

export function ringHandlers(deps: Deps): SomeHandlersOf<'doorbell', 'ring' | 'test_ring'> {
  const { clock, cooldownMs } = deps
  return {
    ring: async ({ input, caller }) => {
      const from = {
        key: caller.idempotencyKey ?? caller.requestId,
        address: caller.address,
        visits: caller.visits.map((visit) => visit.activityId),
      }
      const { ring, inLine, placed } = await ringDoor(deps, input, from)
      const bare = presentVisitorView(ring, { now: clock.now(), cooldownMs, inLine, messages: [] })
      if (placed) return answerWithCookies(deps, ring, bare)
      // A guessable key does not prove the ring: others may send it too. The ring is not repeated, and they get neither chat nor cookie.
      if (!isUnguessable(from.key) && !holdsRing(caller, ring.id)) return { ...bare, photoUrl: null }
      return answerWithCookies(deps, ring, await loadVisitorView(deps, ring))
    },
    test_ring: async ({ input, caller }) => {
      const request = { key: caller.idempotencyKey ?? caller.requestId, address: caller.address, deviceId: input.deviceId }
      return presentActivity(await testRing(deps, residentOf(caller).userId, input.id, request), clock.now())
    },
  }
}
