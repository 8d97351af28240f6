/** Compares the rows of notify with the push service's own log, with doorbell's rings and with the notifications on the devices. */
import { type Compared, compareTimeline } from './compare-timeline.ts'
import type { StormDevice } from './device.ts'
import { CLAIMED_WITHIN_MS, type Facts, type Indexed, indexFacts, type KnownRing, ON_ITS_WAY_MS, type StoredRing } from './facts.ts'
import { type Leftover, leftoversOf } from './leftovers.ts'

export type Judged = { readonly faults: readonly string[]; readonly figures: Readonly<Record<string, number>> }

export function judge(facts: Facts): Judged {
  const indexed = indexFacts(facts)
  const compared = facts.pushes.map((row) => compareTimeline(row, indexed.postsOf.get(row.id) ?? [], facts.outages))
  const leftovers = facts.devices.flatMap((device) => leftoversOf(indexed, device))
  const faults = [
    ...faultsOfPosts(indexed),
    ...compared.flatMap((each) => each.faults),
    ...facts.rings.flatMap((ring) => [...faultsOfRing(indexed, ring), ...faultsAfterEnd(indexed, ring)]),
    ...faultsOfSteps(indexed),
    ...facts.devices.flatMap((device) => [...faultsOfReports(indexed, device), ...faultsOfShown(device)]),
    ...leftovers.flatMap(({ reason, said }) => (reason === undefined ? [said] : [])),
  ]
  return { faults, figures: figuresOf(indexed, compared, leftovers) }
}

function faultsOfPosts({ facts }: Indexed): string[] {
  const stored = new Set(facts.pushes.map(({ id }) => id))
  return facts.posts.flatMap(({ push, kind, problem }) => [
    ...(stored.has(push) ? [] : [`push ${push} (${kind}) is in the log of the push service and has no row`]),
    ...(problem ? [`push ${push}: ${problem}`] : []),
  ])
}

/** Notify must know each ring and its outcome, and each device that could be reached must have a push or a reason for none. */
function faultsOfRing(indexed: Indexed, ring: StoredRing): string[] {
  const { facts, knownOf } = indexed
  const known = knownOf.get(ring.id)
  if (!known) return [`ring ${ring.id} of ${ring.at.toISOString()} is lost: notify does not know it`]
  const wrong = known.outcome === ring.outcome ? [] : [`ring ${ring.id} is ${ring.outcome} at doorbell, ${known.outcome} at notify`]
  const devices = facts.devices.filter((device) => device.userId === ring.ownerId)
  return [...wrong, ...devices.flatMap((device) => faultsOfReach(indexed, ring, device))]
}

function faultsOfReach({ pushesOf }: Indexed, ring: StoredRing, device: StormDevice): string[] {
  const rows = (pushesOf.get(ring.id) ?? []).filter(({ deviceId }) => deviceId === device.id)
  const name = `ring ${ring.id} (${ring.outcome}), device ${device.id}`
  const [rung, ended] = [rows.find(({ kind }) => kind === 'ring'), rows.find(({ kind }) => kind === 'ended')]
  const from = ring.at.getTime()
  if (!device.wasReachable(from, from + CLAIMED_WITHIN_MS)) return []
  if (!rung && !ended && ring.outcome === 'missed') return [`${name}: it was reachable and has no push`]
  if (ring.outcome !== 'missed' || rung?.shownAt || ended) return []
  return [`${name}: it has not shown the ring (${rung?.state ?? 'no push'}) and has no push of its end`]
}

function faultsAfterEnd({ facts, knownOf }: Indexed, ring: StoredRing): string[] {
  const end = endOf(ring, knownOf.get(ring.id))
  if (end === undefined) return [`ring ${ring.id} has no outcome`]
  const posts = facts.posts.filter(({ activityId }) => activityId === ring.id)
  const late = posts.filter(({ kind, at }) => kind === 'ring' && at > end + ON_ITS_WAY_MS + facts.stalledMs)
  const early = posts.filter(({ kind, at }) => kind === 'ended' && at < end - 1)
  const tokens = (kind: string) => new Set(posts.filter((post) => post.kind === kind).map(({ push }) => push)).size
  const devices = facts.devices.filter(({ userId }) => userId === ring.ownerId).length
  return [
    ...late.map(({ at, push }) => `ring ${ring.id} (${ring.outcome}): push ${push} was sent ${Math.round(at - end)} ms after its end`),
    ...early.map(({ at, push }) => `ring ${ring.id}: push ${push} of its end was sent ${Math.round(end - at)} ms before it`),
    ...(tokens('ring') > devices || tokens('ended') > devices ? [`ring ${ring.id} has more than one push of a kind to a device`] : []),
  ]
}

/** @returns when a ring was over, undefined if it is not known */
function endOf({ outcome, endsAt }: StoredRing, known: KnownRing | undefined): number | undefined {
  if (outcome === null) return undefined
  return outcome === 'missed' ? endsAt.getTime() : known?.endedAt?.getTime()
}

function faultsOfSteps({ facts: { steps, mails, rings } }: Indexed): string[] {
  const stepsOf = Map.groupBy(steps, ({ activityId }) => activityId)
  const written = new Set(mails)
  const known = new Set(steps.map(({ id }) => id))
  return [
    ...rings.flatMap(({ id }) => ((stepsOf.get(id)?.length ?? 0) > 1 ? [`ring ${id} has ${stepsOf.get(id)?.length} steps`] : [])),
    ...steps.flatMap(({ id, activityId, state }) => {
      if (state !== 'done' && state !== 'skipped') return [`the step of ring ${activityId} is ${state}`]
      return state === 'done' && !written.has(id) ? [`the step of ring ${activityId} is done and has no mail`] : []
    }),
    ...(written.size === mails.length ? [] : [`${mails.length} mails of ${written.size} steps`]),
    ...mails.filter((id) => !known.has(id)).map((id) => `the mail ${id} has no step`),
  ]
}

/** Reports that were answered with 204 must be stored. */
function faultsOfReports({ facts }: Indexed, device: StormDevice): string[] {
  const unshown = new Set(facts.pushes.filter(({ shownAt }) => !shownAt).map(({ id }) => id))
  return [...device.reported].filter((push) => unshown.has(push)).map((push) => `the report of push ${push} was taken and is not stored`)
}

function faultsOfShown(device: StormDevice): string[] {
  const rings = Map.groupBy(
    device.shown.filter(({ kind }) => kind === 'ring'),
    ({ activityId }) => activityId,
  )
  return [...rings].filter(([, shown]) => shown.length > 1).map(([id]) => `device ${device.id} has shown ring ${id} twice`)
}

function figuresOf({ facts, knownOf }: Indexed, compared: readonly Compared[], leftovers: readonly Leftover[]): Record<string, number> {
  const { posts, pushes, rings, devices, mails, outages } = facts
  const count = (of: readonly { readonly [K in string]: unknown }[], name: string, prefix: string) =>
    Object.fromEntries([...Map.groupBy(of, (each) => String(each[name]))].map(([key, { length }]) => [`${prefix} ${key}`, length]))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const lateness = rings.flatMap((ring) => {
    const end = endOf(ring, knownOf.get(ring.id)) ?? Number.POSITIVE_INFINITY
    return posts.filter(({ activityId, kind, at }) => activityId === ring.id && kind === 'ring' && at > end).map(({ at }) => at - end)
  })
  return {
    ...count(rings, 'outcome', 'rings'),
    ...count(outages, 'part', 'kills of'),
    requests: posts.length,
    ...count(posts, 'answered', 'answered'),
    ...count(pushes, 'state', 'pushes'),
    'attempts without an answer stored': sum(compared.map(({ unrecorded }) => unrecorded)),
    'attempts without a request': sum(compared.map(({ unsent }) => unsent)),
    'no connection in time': sum(compared.map(({ unconnected }) => unconnected)),
    'repeated with the same token, shown once': sum(devices.map(({ repeated }) => repeated)),
    'rings sent after their end, on their way': lateness.length,
    'ms that this process stood still at most': Math.round(facts.stalledMs),
    'ms after the end at most': Math.round(Math.max(0, ...lateness)),
    ...count(leftovers, 'reason', 'still shown after the end:'),
    'reports taken': sum(devices.map(({ reported }) => reported.size)),
    mails: mails.length,
  }
}
