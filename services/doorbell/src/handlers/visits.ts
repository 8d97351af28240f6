/** The visitor's calls (spec section 7; decisions 5-7). */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { holdsVisit, ringOfVisitor } from '../domain/access.ts'
import { cancelRing, type EndDeps } from '../domain/end-ring.ts'
import type { Calls, Rings } from '../domain/ports.ts'
import type { Ring } from '../domain/ring.ts'
import { type RingDeps, ringDoor } from '../domain/ring-door.ts'
import { isUnguessable } from '../domain/ring-key.ts'
import { viewVisit, viewVisits } from '../domain/tell.ts'
import { presentMessage, presentVisit } from '../domain/views.ts'
import { type ChatDeps, writeMessage } from '../domain/write-message.ts'
import { type TokenDeps, visitAnswer } from './visit-token.ts'

export type VisitDeps = ChatDeps & EndDeps & RingDeps & TokenDeps & { readonly rings: Rings; readonly calls: Calls }

/** A visit's cookie is renewed by use, but not at every poll of its first hour. */
const RENEW_AFTER = 3_600_000

export function visits(deps: VisitDeps): SomeHandlersOf<'doorbell', 'ring' | 'visit' | 'my_visits' | 'cancel' | 'write_as_visitor'> {
  const { clock, cooldownMs } = deps
  const answer = async (ring: Ring) => {
    const visit = await viewVisit(deps, ring)
    return clock.now().getTime() - ring.timestamp.getTime() > RENEW_AFTER ? visitAnswer(deps, ring, visit) : visit
  }
  return {
    ring: async ({ input, caller }) => {
      const from = {
        key: caller.idempotencyKey ?? caller.requestId,
        address: caller.address,
        visits: caller.visits.map((visit) => visit.activityId),
      }
      const { ring, inLine, placed } = await ringDoor(deps, input, from)
      const bare = presentVisit(ring, { now: clock.now(), cooldownMs, inLine, messages: [] })
      if (placed) return visitAnswer(deps, ring, bare)
      // A key that others may use too proves no ring: it is not rung again, and its chat and cookie stay with its visitor.
      if (!isUnguessable(from.key) && !holdsVisit(caller, ring.id)) return { ...bare, photoUrl: null }
      return visitAnswer(deps, ring, await viewVisit(deps, ring))
    },
    visit: async ({ input, caller }) => answer(await ringOfVisitor(deps, input.id, caller)),
    my_visits: async ({ input, caller }) => {
      const held = caller.visits.map((visit) => visit.activityId)
      const rings = held.length ? await deps.rings.ofVisits(held, clock.now()) : []
      const here = rings.filter((ring) => !input.qrCodeId || ring.qrCodeId === input.qrCodeId)
      return viewVisits(deps, here)
    },
    cancel: async ({ input, caller }) => answer(await cancelRing(deps, await ringOfVisitor(deps, input.id, caller))),
    write_as_visitor: async ({ input, caller }) => {
      await ringOfVisitor(deps, input.id, caller)
      return presentMessage(await writeMessage(deps, input.id, 'visitor', { message: input.message, id: input.key }, caller))
    },
  }
}
