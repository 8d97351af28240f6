/** The visitor's operations on a placed ring (docs/product/specification.md, 7; docs/product/decisions.md, 5-7). */

import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import { ringOfVisitor } from '../core/access.ts'
import type { Ring } from '../core/ring.ts'
import { cancelRing, type EndDeps, type SignalingClient } from './end-ring.ts'
import { loadVisitorView, loadVisitorViews } from './live-updates.ts'
import type { Rings } from './rings.ts'
import { answerWithCookies } from './visitor-cookies.ts'

type Deps = EndDeps & {
  readonly rings: Pick<Rings, 'ofIds'>
  readonly signaling: SignalingClient
  readonly visitorTokenKeys: SigningKeys
}

/** Use renews the visitor's cookie, but not at every poll of the first hour. */
const RENEW_AFTER = 3_600_000

export function visitHandlers(deps: Deps): SomeHandlersOf<'doorbell', 'visit' | 'my_visits' | 'cancel'> {
  const { clock } = deps
  const answer = async (ring: Ring) => {
    const visit = await loadVisitorView(deps, ring)
    return clock.now().getTime() - ring.timestamp.getTime() > RENEW_AFTER ? answerWithCookies(deps, ring, visit) : visit
  }
  return {
    visit: async ({ input, caller }) => answer(await ringOfVisitor(deps, input.id, caller)),
    my_visits: async ({ input, caller }) => {
      const held = caller.visits.map((visit) => visit.activityId)
      const rings = held.length ? await deps.rings.ofIds(held, clock.now()) : []
      const here = rings.filter((ring) => !input.qrCodeId || ring.qrCodeId === input.qrCodeId)
      return loadVisitorViews(deps, here)
    },
    cancel: async ({ input, caller }) => answer(await cancelRing(deps, await ringOfVisitor(deps, input.id, caller))),
  }
}
