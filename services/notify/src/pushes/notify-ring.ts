/** A ring's pushes: at its commit, at its end, and again where a push service did not accept one. */
import { BoundedMap } from '#kit/bounded-map.ts'
import type { PushedAccounts } from '../core/pushed-accounts.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { claimEnded, type GatheredRings } from './gathered-rings.ts'
import { type ClaimedPush, type EndedRing, LEASE, membersOf, type PlacedRing, type Pushes, ringOf } from './pushes.ts'
import type { RingEnds } from './ring-ends.ts'
import { ringWriter } from './write-ring.ts'
import type { Writer } from './writer.ts'

type NotifyRingDeps = DeliverDeps &
  Parameters<typeof ringWriter>[0] &
  GatheredRings & {
    readonly ends: Pick<RingEnds, 'add' | 'outcomeOf'>
    readonly known: Known
    readonly pushedAccounts: PushedAccounts
    /** A push service may take seconds to answer: no event and no other push waits for it. */
    readonly runInBackground: (work: Promise<void>) => void
  }

/** Kept in this copy to avoid needless queries; another copy, or the next start, queries once. */
export type Known = {
  /** Rings that are stored, or are being stored: the event that repeats them has nothing to do. */
  readonly rings: Map<number, Promise<void>>
  /** Rings that are stored with their end. */
  readonly ends: Map<number, Promise<void>>
}
const RINGS_MOST = 10_000
export const createKnown = (): Known => ({ rings: new BoundedMap(RINGS_MOST), ends: new BoundedMap(RINGS_MOST) })

const BATCH = 100
/** The content of a ring is read again if storing the rows took longer than this: the ring may be over by then. */
const FRESH_MS = 500

/** Called by the live update, and by the event that repeats it: the second only waits for the first. */
export const pushRing = (deps: NotifyRingDeps, ring: PlacedRing, from: 'live' | 'event'): Promise<void> =>
  once(deps.known.rings, ring.activityId, () => claimAndPush(deps, ring, from))

/** Doorbell is called for the content meanwhile if an account has devices, as far as this copy knows, and never if it has none. */
async function claimAndPush(deps: NotifyRingDeps, ring: PlacedRing, from: 'live' | 'event'): Promise<void> {
  const { clock, pushedAccounts } = deps
  const { activityId, ownerId } = ring
  const asked = clock.now()
  const accounts = [{ userId: ownerId, quiet: ring.quiet }, ...membersOf(ring)]
  // An event finds no new push where another copy has claimed them, and a test ring belongs to one device.
  const decides = (quiet: boolean) => from === 'live' && !ring.test && !quiet
  const writerOfAccount = (userId: number) => ringWriter(deps, { activityId, ownerId, userId })
  const pushed = accounts.filter(({ userId }) => pushedAccounts.get(userId))
  const early = new Map(pushed.map(({ userId }) => [userId, writerOfAccount(userId)]))
  const isUnpushed = accounts.every(({ userId, quiet }) => decides(quiet) && pushedAccounts.get(userId) === false)
  const claimed = Map.groupBy(await (isUnpushed ? deps.claimRingLater(ring) : deps.claimRing(ring)), ({ userId }) => userId)
  const isFresh = clock.now().getTime() - asked.getTime() < FRESH_MS
  for (const { userId, quiet } of accounts) if (claimed.has(userId) || decides(quiet)) pushedAccounts.set(userId, claimed.has(userId))
  for (const [userId, own] of claimed) deps.runInBackground(deliver(deps, own, (isFresh && early.get(userId)) || writerOfAccount(userId)))
}

/**
 * The first outcome counts. Devices that may still show the ring get its outcome instead. The event that repeats an end has nothing to
 * do where this copy has stored both the ring and its end.
 */
export function pushEnd(deps: NotifyRingDeps, ended: EndedRing): Promise<void> {
  const { activityId, outcome, ownerId } = ended
  deps.ends.add(activityId, outcome)
  const ring = deps.known.rings.get(activityId)
  const store = async () => {
    // Its rows may still be in progress: an end without them would be lost, and its event takes it for stored.
    await ring
    deliverSoon(deps, await deps.endRing(ended))
  }
  const isStored = ownerId !== undefined || ring !== undefined
  return isStored ? once(deps.known.ends, activityId, store) : store()
}

/** @param pushes of one ring */
function deliverSoon(deps: NotifyRingDeps, pushes: readonly ClaimedPush[]): void {
  for (const [, own] of Map.groupBy(pushes, ({ userId }) => userId)) {
    const ring = own[0] && ringOf(own[0])
    if (ring) deps.runInBackground(deliver(deps, own, ringWriter(deps, ring)))
  }
}

/** What has failed is tried again by its next call. */
async function once(begun: Map<number, Promise<void>>, id: number, run: () => Promise<void>): Promise<void> {
  const work = begun.get(id) ?? run()
  begun.set(id, work)
  try {
    await work
  } catch (error) {
    if (begun.get(id) === work) begun.delete(id)
    throw error
  }
}

/** Each device is pushed to once, however often this runs. */
async function pushOutcomes(deps: PushAgainDeps, activityIds: readonly number[]): Promise<void> {
  if (!activityIds.length) return
  const claimed = await claimEnded(deps.pushes, deps.clock, activityIds)
  for (const [, own] of Map.groupBy(claimed, (push) => push.activityId)) deliverSoon(deps, own)
}

export type PushAgainDeps = NotifyRingDeps & {
  readonly pushes: Pushes
  /** The content of pushes other than rings; undefined where its service did not answer. */
  readonly noticeWriter: (push: ClaimedPush) => Promise<Writer | undefined>
  /** @returns whether every result is stored now */
  readonly writeResults: () => Promise<boolean>
}

/**
 * Retries pushes whose time has come, and those that a copy left when it died. After an outage of Postgres the leases may have expired of
 * pushes whose results are queued here: these are stored first, or accepted pushes would be sent again.
 */
export async function pushAgain(deps: PushAgainDeps): Promise<void> {
  const { clock, pushes } = deps
  if (!(await deps.writeResults())) return
  await pushOutcomes(deps, await pushes.dropOverdue(clock.now()))
  for (let more = true; more; ) {
    const due = await pushes.claimDue({ now: clock.now(), leasedUntil: clock.in(LEASE), limit: BATCH })
    for (const [, [first, ...others]] of Map.groupBy(due, ({ subject, userId }) => `${subject} ${userId}`)) {
      if (first) deps.runInBackground(deliver(deps, [first, ...others], writerOf(deps, first)))
    }
    more = due.length === BATCH
  }
}

function writerOf(deps: PushAgainDeps, push: ClaimedPush): Promise<Writer | undefined> {
  const ring = push.kind === 'ring' || push.kind === 'ended' ? ringOf(push) : undefined
  return ring ? ringWriter(deps, ring) : deps.noticeWriter(push)
}
