import type pg from 'pg'
import { openConnections, openPool, planByIndex } from '#kit/postgres.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Caller } from '#proto/envelope.ts'
import type { AccessDeps } from '../core/access.ts'
import type { Core } from '../core/index.ts'
import type { Ring } from '../core/ring.ts'
import type { DoorFeature } from '../doors/index.ts'
import { ringDelivered, ringMetrics } from '../metrics.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import { activityHandlers } from './activities.handlers.ts'
import { callHandlers } from './calls.handlers.ts'
import { createCallLog } from './calls.store.ts'
import { chatHandlers } from './chat.handlers.ts'
import { missDue } from './end-ring.ts'
import { loadVisitorView, publishChange } from './live-updates.ts'
import { dismissIfLive } from './mark-handled.ts'
import { createMessages } from './messages.store.ts'
import { createNewRings } from './new-rings.store.ts'
import { createNotifyClient } from './notify.client.ts'
import { warmPlaceRing } from './place-ring.store.ts'
import { processNewRings } from './process-new-rings.ts'
import { ringHandlers } from './rings.handlers.ts'
import { ringJobs } from './rings.job.ts'
import { createRings } from './rings.store.ts'
import { createSignalingClient } from './signaling.client.ts'
import { socketHandlers } from './sockets.handlers.ts'
import { createTestRings } from './test-ring.store.ts'
import { visitHandlers } from './visits.handlers.ts'

const RING_POOL = 4

type Context = ServiceContext<{
  readonly DATABASE_URL: string
  readonly RING_LIFE_MS: number
  readonly RING_COOLDOWN_MS: number
  readonly VISITOR_TOKEN_KEY: SigningKeys
}>

/** A ring from the button to its outcome, and the chat that follows. */
export async function rings(
  context: Context,
  { pool, jobPool, db, billing }: Core,
  { notifying, timeZoneOf }: NotificationFeature,
  { closedDoorError }: DoorFeature,
) {
  const { bus, clock, log } = context
  const { RING_LIFE_MS: ringLifeMs, RING_COOLDOWN_MS: cooldownMs, VISITOR_TOKEN_KEY: visitorTokenKeys } = context.config
  const store = createRings({ pool, ringPool: await openRingPool(context), jobPool }, db)
  const messages = createMessages(db)
  const callLog = createCallLog(db)
  const newRings = createNewRings(jobPool)
  const { live, outbox, notifications, runInBackground } = notifying
  const updating = { live, clock, log, notifications, runInBackground, rings: store, messages, cooldownMs }
  const deps = { ...notifying, ...updating, timeZoneOf, billing }
  const placing = { live, clock, log, outbox, rings: store, messages, cooldownMs, ringLifeMs, visitorTokenKeys, closedDoorError }
  const access: AccessDeps = { rings: store, timeZoneOf, clock }
  return {
    handlers: {
      ...ringHandlers({ ...placing, testRings: createTestRings(pool), notify: createNotifyClient(bus) }),
      ...visitHandlers({ ...updating, outbox, visitorTokenKeys, signaling: createSignalingClient(bus, log) }),
      ...activityHandlers(deps),
      ...chatHandlers(deps),
      ...socketHandlers({ ...updating, timeZoneOf, callLog, ringDelivered }),
      ...callHandlers({ ...updating, timeZoneOf, outbox, billing, callLog }),
    },
    jobs: ringJobs({ missDue: () => missDue(deps), processNewRings: () => processNewRings({ ...notifying, log, rings: store, newRings }) }),
    metrics: ringMetrics,
    messages,
    /** Finds a ring for callers who may see it. */
    access,
    /** The visitor's view of a ring, with the chat. */
    viewOf: (ring: Ring) => loadVisitorView(updating, ring),
    /** To both sides, after any change but an outcome. */
    publishChange: (ring: Ring) => publishChange(updating, ring),
    /** @returns undefined when the ring ended first */
    dismissIfLive: (id: number, caller: Caller) => dismissIfLive(deps, id, caller),
  }
}
export type RingFeature = Awaited<ReturnType<typeof rings>>

/** Placing a ring neither waits for another query's connection nor opens a new one. */
async function openRingPool(context: Context): Promise<pg.Pool> {
  const { clock } = context
  const pool = openPool(context, RING_POOL, {
    minConnections: RING_POOL,
    prepare: async (client) => {
      await planByIndex(client)
      await warmPlaceRing(client, clock.now())
    },
  })
  await openConnections(pool, RING_POOL)
  return pool
}
