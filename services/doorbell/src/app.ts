/** The list of doorbell's features, each called with what they share. */
import { bytesHandler } from '#kit/bytes.ts'
import { openFiles } from '#kit/file-store.ts'
import { joinFeatures } from '#kit/join-features.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool, planByIndex, postgresReady } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createTombstones } from '#kit/tombstones.ts'
import { account } from './account/index.ts'
import { blocks } from './blocks/index.ts'
import type { DoorbellConfig } from './config.ts'
import { contacts } from './contacts/index.ts'
import { createBillingClient } from './core/billing.client.ts'
import type { Core } from './core/index.ts'
import { createLivePublisher } from './core/live-updates.adapter.ts'
import { createPrisma } from './core/prisma.store.ts'
import { doors } from './doors/index.ts'
import { history } from './history/index.ts'
import { household } from './household/index.ts'
import { notifications } from './notifications/index.ts'
import { photos } from './photos/index.ts'
import { pushContent } from './push-content/index.ts'
import { recordings } from './recordings/index.ts'
import { retention } from './retention/index.ts'
import { rings } from './rings/index.ts'
import { visitRequests } from './visit-requests/index.ts'

const POOL = 5
const KEPT_OPEN = 2
const JOB_POOL = 1

/** @throws when Postgres or the file store cannot be reached */
export async function createDoorbellApp(context: ServiceContext<DoorbellConfig>): Promise<App<'doorbell'>> {
  const { config, clock, log } = context
  const core = await openCore(context)
  const notificationFeature = notifications(context, core)
  const doorFeature = doors(context, core, notificationFeature)
  const householdFeature = household(context, core, notificationFeature, doorFeature)
  const ringFeature = await rings(context, core, notificationFeature, doorFeature)
  const photoFeature = photos(context, core, ringFeature)
  const recordingFeature = recordings(context, core, notificationFeature, ringFeature)
  const blockFeature = blocks(core, ringFeature)
  const visitRequestFeature = visitRequests(context, core, notificationFeature, doorFeature, blockFeature)
  const contactFeature = contacts(context, core, ringFeature)
  const historyFeature = history(context, core, doorFeature, householdFeature, ringFeature)
  const stored = { ...photoFeature, ...recordingFeature, ...doorFeature, ...contactFeature, ...householdFeature }
  const app = joinFeatures('doorbell', [
    notificationFeature,
    doorFeature,
    householdFeature,
    ringFeature,
    photoFeature,
    recordingFeature,
    blockFeature,
    visitRequestFeature,
    contactFeature,
    historyFeature,
    pushContent(context, core, notificationFeature, ringFeature, historyFeature),
    retention(context, core, notificationFeature, ringFeature, stored),
    account(core, notificationFeature, doorFeature, photoFeature, recordingFeature),
  ])
  const bytes = bytesHandler('doorbell', config.INTERNAL_KEY, clock, log, {
    ...photoFeature.bytes,
    ...doorFeature.bytes,
    ...historyFeature.bytes,
    ...recordingFeature.bytes,
  })
  return { ...app, bytes, leasesIn: core.pool }
}

async function openCore(context: ServiceContext<DoorbellConfig>): Promise<Core> {
  const { config, clock, log, bus } = context
  // The text of a push is read for a quiet door too: it waits for no new connection.
  const pool = openPool(context, POOL, { minConnections: KEPT_OPEN })
  // The jobs that follow rings run several times a second. With PostgreSQL's defaults their plans for a small table scan it until the next
  // statistics, while rings arrive; planning them each time costs as much as running them (record 0030).
  const jobPool = openPool(context, JOB_POOL, { minConnections: JOB_POOL, prepare: planByIndex })
  await postgresReady(pool, context)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await db.owner.findFirst({ select: { id: true } })
  const tombstones = createTombstones(pool)
  const outbox = await openOutbox(context, pool)
  const files = await openFiles(config, clock, log)
  return {
    ...{ pool, jobPool, db, outbox, files, tombstones, isDeleted: tombstones.has },
    ...{ live: createLivePublisher(bus), billing: createBillingClient(bus) },
    runInBackground: (task, work) => void work.catch((err: unknown) => log.warn({ err, task }, 'background task failed')),
  }
}
