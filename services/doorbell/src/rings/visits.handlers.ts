/** The visitor's operations (spec section 7; decisions 5-7). */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { holdsRing, ringOfVisitor } from '../core/access.ts'
import type { Ring } from '../core/ring.ts'
import { isUnguessable } from '../core/ring-key.ts'
import { presentMessage, presentVisitorView } from '../core/views.ts'
import { cancelRing, type EndDeps, type SignalingClient } from './end-ring.ts'
import { loadVisitorView, loadVisitorViews } from './live-updates.ts'
import { type RingDeps, ringDoor } from './ring-door.ts'
import type { Rings } from './rings.ts'
import { answerWithCookies, type TokenDeps } from './visitor-cookies.ts'
import { type ChatDeps, writeMessage } from './write-message.ts'

export type VisitHandlerDeps = ChatDeps &
  EndDeps &
  RingDeps &
  TokenDeps & {
    readonly rings: Pick<Rings, 'find' | 'ofIds'>
    readonly signaling: SignalingClient
  }

/** Use renews the visitor's cookie, but not at every poll of the first hour. */
const RENEW_AFTER = 3_600_000

export function visits(deps: VisitHandlerDeps): SomeHandlersOf<'doorbell', 'ring' | 'visit' | 'my_visits' | 'cancel' | 'write_as_visitor'> {
  const { clock, cooldownMs } = deps
  const answer = async (ring: Ring) => {
    const visit = await loadVisitorView(deps, ring)
    return clock.now().getTime() - ring.timestamp.getTime() > RENEW_AFTER ? answerWithCookies(deps, ring, visit) : visit
  }
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
    visit: async ({ input, caller }) => answer(await ringOfVisitor(deps, input.id, caller)),
    my_visits: async ({ input, caller }) => {
      const held = caller.visits.map((visit) => visit.activityId)
      const rings = held.length ? await deps.rings.ofIds(held, clock.now()) : []
      const here = rings.filter((ring) => !input.qrCodeId || ring.qrCodeId === input.qrCodeId)
      return loadVisitorViews(deps, here)
    },
    cancel: async ({ input, caller }) => answer(await cancelRing(deps, await ringOfVisitor(deps, input.id, caller))),
    write_as_visitor: async ({ input, caller }) => {
      await ringOfVisitor(deps, input.id, caller)
      return presentMessage(await writeMessage(deps, input.id, 'visitor', { message: input.message, id: input.key }, caller))
    },
  }
}
