/** The data after a storm: of the push service, of the devices, and the rows of each service. */
import { pushIdOf } from '#kit/push-tokens.ts'
import { PushPayload } from '#proto/push.ts'
import type { PushRequest } from '#scripts/testing/push/push-service.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import type { StormDevice } from './device.ts'
import type { Outage } from './outages.ts'

/** A push may still arrive this long after a ring's end, because notify checks whether the ring is over before it sends. */
export const ON_ITS_WAY_MS = 250
/** Only a refused push shows that a subscription has ended; the next ring may have been claimed for it meanwhile. */
export const CLAIMED_WITHIN_MS = 60_000

/** A request of the push service's log; times are milliseconds since 1970. */
export type Post = {
  readonly at: number
  /** The id of the push, from its payload. */
  readonly push: string
  readonly kind: string
  readonly activityId: number | null
  readonly answered: PushRequest['answered']
  readonly afterMs: number
  readonly problem: string | undefined
}
export type PushRow = {
  readonly id: string
  readonly deviceId: string
  readonly activityId: number | null
  readonly kind: string
  readonly state: string
  readonly attempts: number
  readonly statuses: readonly number[]
  readonly createdAt: Date
  readonly shownAt: Date | null
  readonly nextAt: Date | null
  readonly endsAt: Date
}
/** A ring as doorbell has stored it. */
export type StoredRing = {
  readonly id: number
  readonly ownerId: number
  readonly at: Date
  readonly endsAt: Date
  readonly outcome: string | null
}
/** The same ring as notify has stored it. */
export type KnownRing = { readonly id: number; readonly outcome: string | null; readonly endedAt: Date | null }
export type StepRow = {
  readonly id: string
  readonly activityId: number
  readonly state: string
  readonly reason: string | null
  readonly nextAt: Date | null
}

export type Facts = {
  readonly posts: readonly Post[]
  readonly pushes: readonly PushRow[]
  readonly rings: readonly StoredRing[]
  readonly known: readonly KnownRing[]
  readonly steps: readonly StepRow[]
  /** Ids of the mails about rings that nobody has seen. */
  readonly mails: readonly string[]
  readonly devices: readonly StormDevice[]
  readonly outages: readonly Outage[]
  /** The longest time that this process, and the push service in it, did not run, in milliseconds. */
  readonly stalledMs: number
}

export type Indexed = {
  readonly facts: Facts
  readonly postsOf: ReadonlyMap<string, readonly Post[]>
  readonly pushesOf: ReadonlyMap<number, readonly PushRow[]>
  readonly knownOf: ReadonlyMap<number, KnownRing>
  readonly deviceOf: ReadonlyMap<string, StormDevice>
}

/** @throws Error for a request that the devices' keys do not decrypt */
function postOf({ at, plaintext, answered, afterMs, problem }: PushRequest): Post {
  const { app_data: data } = PushPayload.parse(JSON.parse(plaintext ?? 'null'))
  return { at, push: pushIdOf(data.token), kind: data.kind, activityId: data.activityId, answered, afterMs, problem }
}

export async function collectFacts(
  stack: Stack,
  requests: readonly PushRequest[],
  devices: readonly StormDevice[],
  { outages, stalledMs }: Pick<Facts, 'outages' | 'stalledMs'>,
): Promise<Facts> {
  const pushes = await stack.postgres<PushRow>(
    'notify',
    `SELECT id, device_id AS "deviceId", activity_id AS "activityId", kind, state, attempts, statuses, created_at AS "createdAt",
      shown_at AS "shownAt", next_at AS "nextAt", ends_at AS "endsAt" FROM pushes`,
  )
  const known = await stack.postgres<KnownRing>('notify', 'SELECT activity_id AS id, outcome, ended_at AS "endedAt" FROM rings')
  const steps = await stack.postgres<StepRow>(
    'notify',
    'SELECT id, activity_id AS "activityId", state, reason, next_at AS "nextAt" FROM steps',
  )
  const rings = await stack.postgres<StoredRing>(
    'doorbell',
    'SELECT id, owner_id AS "ownerId", timestamp AS at, ends_at AS "endsAt", outcome FROM activities',
  )
  const mails = await stack.postgres<{ id: string }>('auth', "SELECT id FROM mails WHERE kind LIKE 'ring.%'")
  return { posts: requests.map(postOf), pushes, known, steps, rings, mails: mails.map(({ id }) => id), devices, outages, stalledMs }
}

export function indexFacts(facts: Facts): Indexed {
  return {
    facts,
    postsOf: Map.groupBy(facts.posts, ({ push }) => push),
    pushesOf: Map.groupBy(facts.pushes, ({ activityId }) => activityId ?? 0),
    knownOf: new Map(facts.known.map((ring) => [ring.id, ring])),
    deviceOf: new Map(facts.devices.map((device) => [device.id, device])),
  }
}
