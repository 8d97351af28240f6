/** Rings that a device still shows in the end, though they are over and it has not reported them: each needs a reason. */
import type { StormDevice } from './device.ts'
import { CLAIMED_WITHIN_MS, type Indexed, ON_ITS_WAY_MS, type Post, type PushRow, type StoredRing } from './facts.ts'
import type { Outage } from './outages.ts'

/** Notify's lease of what it sends. */
const LEASE_MS = 20_000
/** What notify needs between its start and a push, on a busy machine. */
const WORKS_WITHIN_MS = 6_000

/** `reason` is undefined for a fault. */
export type Leftover = { readonly reason: string | undefined; readonly said: string }

export function leftoversOf(indexed: Indexed, device: StormDevice): Leftover[] {
  const { facts, pushesOf } = indexed
  const reported = new Set(facts.pushes.filter(({ shownAt }) => shownAt).map(({ id }) => id))
  return [...device.standing.values()].flatMap(({ activityId, kind, push }) => {
    if (kind !== 'ring' || reported.has(push)) return []
    const ring = facts.rings.find(({ id }) => id === activityId)
    const rows = (pushesOf.get(activityId) ?? []).filter(({ deviceId }) => deviceId === device.id)
    const [rung, ended] = [rows.find((row) => row.kind === 'ring'), rows.find((row) => row.kind === 'ended')]
    return ring && rung ? [{ reason: reasonOf(indexed, device, ring, rung, ended), said: describe(indexed, ring, rung, ended) }] : []
  })
}

function reasonOf(
  { facts, knownOf, postsOf }: Indexed,
  device: StormDevice,
  ring: StoredRing,
  rung: PushRow,
  ended: PushRow | undefined,
): string | undefined {
  const end = knownOf.get(ring.id)?.endedAt?.getTime() ?? 0
  // Such a device learns of the end when it opens the app.
  if (!device.wasReachable(end - ON_ITS_WAY_MS, end + CLAIMED_WITHIN_MS)) return 'its subscription had ended'
  // Any other end is pushed only as long as the ring would have lived.
  if (ring.outcome === 'missed') return undefined
  const until = ring.endsAt.getTime()
  if (ended?.state === 'failed') return 'the push service failed until the ring would have ended'
  const taken = ended && postsOf.get(ended.id)?.at(-1)
  const takenAt = (post: Post | undefined) => (post ? post.at + post.afterMs : 0)
  if (taken && ended?.state === 'accepted') {
    // A push service that takes the ring after its end keeps the ring for a device that is offline.
    if (takenAt(postsOf.get(rung.id)?.at(-1)) > takenAt(taken)) return 'the push service took the ring after its end'
    return device.wasConnected(takenAt(taken), until) ? undefined : 'it was offline'
  }
  // A push that a copy was sending when it died is taken over after the lease.
  const lastKill = Math.max(0, ...facts.outages.filter(({ part, from }) => part === 'notify' && from < until).map(({ from }) => from))
  const isUnknown = [rung, ended].some((row) => row && (row.attempts > row.statuses.length || row.statuses.includes(0)))
  const from = Math.max(end, isUnknown ? lastKill + LEASE_MS : 0)
  return longestUptime(facts.outages, from, until) < WORKS_WITHIN_MS ? 'notify was down until the ring would have ended' : undefined
}

/** The longest time in which notify and everything that it needs ran. */
function longestUptime(outages: readonly Outage[], from: number, until: number): number {
  const downs = outages.filter(({ part, from: start, until: end }) => part !== 'gateway' && end > from && start < until)
  let [longest, up] = [0, from]
  for (const down of downs.toSorted((one, other) => one.from - other.from)) {
    longest = Math.max(longest, down.from - up)
    up = Math.max(up, down.until)
  }
  return Math.max(longest, until - up)
}

function describe({ facts, knownOf, postsOf }: Indexed, ring: StoredRing, rung: PushRow, ended: PushRow | undefined): string {
  const end = knownOf.get(ring.id)?.endedAt
  const posts = (postsOf.get(rung.id) ?? []).map(({ at, answered }) => `${answered} at ${new Date(at).toISOString()}`)
  const around = end?.getTime() ?? 0
  const downs = facts.outages
    .filter(({ from, until }) => until > around - LEASE_MS && from < ring.endsAt.getTime())
    .map(({ part, from, until }) => `${part} was down for ${until - from} ms from ${new Date(from).toISOString()}`)
  return (
    `device ${rung.deviceId} still shows ring ${ring.id}, ${ring.outcome} at ${end?.toISOString()}: ${rung.state} ` +
    `${JSON.stringify(rung.statuses)} of ${rung.attempts} (${posts.join(', ')}), end: ${ended?.state ?? 'no push'}; ${downs.join(', ')}`
  )
}
