/** Rings that arrive close together are stored together, and so are ends. */
import type { Clock } from '#kit/clock.ts'
import { gather } from '#kit/gather.ts'
import { DAY_MS } from '#proto/durations.ts'
import { type ClaimedPush, type EndedRing, KEPT_FOR, LEASE, type PlacedRing, type Pushes } from './pushes.ts'

export type GatheredRings = {
  /** Stores a ring. @returns its pushes that are new */
  readonly claimRing: (ring: PlacedRing) => Promise<readonly ClaimedPush[]>
  /** The same for a ring that will hardly be pushed, batched with the others of a quarter of a second. */
  readonly claimRingLater: (ring: PlacedRing) => Promise<readonly ClaimedPush[]>
  /** Stores an end. @returns the pushes of it that are new */
  readonly endRing: (ended: EndedRing) => Promise<readonly ClaimedPush[]>
}

/** A push about a miss is valid for a day. */
const MISSED_FOR_SECONDS = DAY_MS / 1_000
/** At a hundred rings a second three share a statement; at lower rates none waits. */
const RINGS_TOGETHER = { milliseconds: 25, most: 100 }
/** Rings of accounts without a device. Their rows wait until their visitors have been answered, so as not to delay these answers. */
const UNPUSHED_TOGETHER = { milliseconds: 250, most: 100, waits: true }
/** The row of an end delays only the push of the outcome: the ring's own requests have ended by then (ring-ends.ts). */
const ENDS_TOGETHER = { milliseconds: 250, most: 100 }

export const claimEnded = (pushes: Pick<Pushes, 'claimEnded'>, clock: Clock, activityIds: readonly number[]) =>
  pushes.claimEnded(activityIds, { now: clock.now(), leasedUntil: clock.in(LEASE), missedSeconds: MISSED_FOR_SECONDS })

export function gatherRings(pushes: Pick<Pushes, 'claimRings' | 'endRings' | 'claimEnded'>, clock: Clock): GatheredRings {
  const claimRings = async (rings: readonly PlacedRing[]) => {
    const times = { now: clock.now(), leasedUntil: clock.in(LEASE), expiresAt: clock.in(KEPT_FOR) }
    return shared(rings, await pushes.claimRings(rings, times))
  }
  return {
    claimRing: gather(claimRings, RINGS_TOGETHER),
    claimRingLater: gather(claimRings, UNPUSHED_TOGETHER),
    endRing: gather(async (ended) => {
      const first = firstOfEach(ended)
      const pushable = await pushes.endRings(first, clock.in(KEPT_FOR))
      return shared(ended, pushable.length ? await claimEnded(pushes, clock, pushable) : [])
    }, ENDS_TOGETHER),
  }
}

/** The first outcome counts; its owner may come from the event that repeats it. */
function firstOfEach(ended: readonly EndedRing[]): readonly EndedRing[] {
  const first = new Map<number, EndedRing>()
  for (const end of ended) first.set(end.activityId, { ...end, ...first.get(end.activityId) })
  return [...first.values()]
}

/** Returns to each ring its own pushes, each once. */
function shared(rings: readonly { readonly activityId: number }[], claimed: readonly ClaimedPush[]): readonly (readonly ClaimedPush[])[] {
  const byRing = Map.groupBy(claimed, ({ activityId }) => activityId)
  return rings.map(({ activityId }) => {
    const own = byRing.get(activityId) ?? []
    byRing.delete(activityId)
    return own
  })
}
