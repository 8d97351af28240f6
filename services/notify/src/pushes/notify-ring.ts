/** A ring's pushes: at its commit, at its end, and again where a push service did not take one. */
import { BoundedMap } from '#kit/bounded-map.ts'
import { DAY_MS } from '#proto/durations.ts'
import { type DeliverDeps, deliver, type Writer } from './deliver.ts'
import { type ClaimedPush, type EndedRing, KEPT_FOR, LEASE, type PlacedRing, type Pushes } from './pushes.ts'
import type { RingEnds } from './ring-ends.ts'
import { ringWriter, type WriteRingDeps } from './write-ring.ts'

export type NotifyRingDeps = DeliverDeps &
  WriteRingDeps & {
    readonly pushes: Pushes
    readonly ends: Pick<RingEnds, 'add' | 'outcomeOf'>
    readonly known: Known
    /** A push service may take seconds to answer: no event and no other push waits for it. */
    readonly runInBackground: (work: Promise<void>) => void
  }

/** What this copy remembers, so that it asks nothing in vain; another copy, or the next start, asks once. */
export type Known = {
  /** Rings that are stored: the event that repeats them needs nothing. */
  readonly rings: Map<number, true>
  /** Accounts whose last ring was pushed. */
  readonly accounts: Map<number, true>
}
const RINGS_MOST = 1_000
const ACCOUNTS_MOST = 10_000
export const createKnown = (): Known => ({ rings: new BoundedMap(RINGS_MOST), accounts: new BoundedMap(ACCOUNTS_MOST) })

/** A miss is worth a day. */
const MISSED_FOR_SECONDS = DAY_MS / 1_000
const BATCH = 100
/** What doorbell has said of a ring is asked again where the rows took longer: the ring may be over by then. */
const FRESH_MS = 500

/**
 * Called by the live update, and by the event that repeats it: the second finds nothing to do. Doorbell is asked for the words meanwhile
 * where the account has devices, as far as this copy knows, and never where it has none.
 */
export async function pushRing(deps: NotifyRingDeps, ring: PlacedRing): Promise<void> {
  const { clock, pushes, known } = deps
  const { activityId, ownerId } = ring
  if (known.rings.has(activityId)) return
  const asked = clock.now()
  const early = known.accounts.has(ownerId) ? ringWriter(deps, activityId) : undefined
  const claimed = await pushes.claimRing(ring, { now: asked, leasedUntil: clock.in(LEASE), expiresAt: clock.in(KEPT_FOR) })
  const isRepeated = known.rings.has(activityId)
  known.rings.set(activityId, true)
  if (!claimed.length) {
    if (!isRepeated) known.accounts.delete(ownerId)
    return
  }
  known.accounts.set(ownerId, true)
  const isFresh = clock.now().getTime() - asked.getTime() < FRESH_MS
  deps.runInBackground(deliver(deps, claimed, (isFresh && early) || ringWriter(deps, activityId)))
}

/** The first outcome counts. Devices that may still show the ring learn what is true instead. */
export async function pushEnd(deps: NotifyRingDeps, ended: EndedRing): Promise<void> {
  deps.ends.add(ended.activityId, ended.outcome)
  await deps.pushes.endRing(ended, deps.clock.in(KEPT_FOR))
  await pushOutcome(deps, ended.activityId)
}

/** Each device is pushed to once, however often this runs. */
async function pushOutcome(deps: NotifyRingDeps, activityId: number): Promise<void> {
  const { clock, pushes } = deps
  const times = { now: clock.now(), leasedUntil: clock.in(LEASE), missedSeconds: MISSED_FOR_SECONDS }
  const claimed = await pushes.claimEnded(activityId, times)
  if (claimed.length) deps.runInBackground(deliver(deps, claimed, ringWriter(deps, activityId)))
}

export type PushAgainDeps = NotifyRingDeps & {
  /** The words of what is pushed beside rings; undefined where they could not be asked for. */
  readonly noticeWriter: (push: ClaimedPush) => Promise<Writer | undefined>
  /** @returns whether every result is written now */
  readonly writeResults: () => Promise<boolean>
}

/**
 * Tries pushes again whose time has come, and those that a copy left when it died. After an outage of Postgres the leases may be over of
 * pushes whose results wait here: these are written first, or what was accepted would be sent once more.
 */
export async function pushAgain(deps: PushAgainDeps): Promise<void> {
  const { clock, pushes } = deps
  if (!(await deps.writeResults())) return
  for (const activityId of await pushes.dropOverdue(clock.now())) await pushOutcome(deps, activityId)
  for (let more = true; more; ) {
    const due = await pushes.claimDue({ now: clock.now(), leasedUntil: clock.in(LEASE), limit: BATCH })
    for (const [, [first, ...others]] of Map.groupBy(due, ({ subject }) => subject)) {
      if (first) deps.runInBackground(deliver(deps, [first, ...others], writerOf(deps, first)))
    }
    more = due.length === BATCH
  }
}

const writerOf = (deps: PushAgainDeps, push: ClaimedPush) =>
  push.activityId !== null && (push.kind === 'ring' || push.kind === 'ended') ? ringWriter(deps, push.activityId) : deps.noticeWriter(push)
