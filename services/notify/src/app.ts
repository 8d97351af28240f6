/** The list of notify's features, each called with what they share. */
import { deriveKey } from '#kit/derive-key.ts'
import { joinFeatures } from '#kit/join-features.ts'
import { openConnections, openPool, planByIndex, postgresReady } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { account } from './account/index.ts'
import { checks } from './checks/index.ts'
import type { NotifyConfig } from './config.ts'
import { createAuthClient } from './core/auth.client.ts'
import { createDoorbellClient } from './core/doorbell.client.ts'
import type { Core } from './core/index.ts'
import { createLiveUpdates } from './core/live-updates.adapter.ts'
import { createPrisma } from './core/prisma.store.ts'
import { parsePushHost } from './core/push-hosts.ts'
import { pushKeyOf } from './core/push-keys.ts'
import { createPushServices } from './core/push-services.adapter.ts'
import { createPushedAccounts } from './core/pushed-accounts.ts'
import { devices } from './devices/index.ts'
import { pushes } from './pushes/index.ts'
import { status } from './status/index.ts'
import { steps } from './steps/index.ts'
import { timeline } from './timeline/index.ts'
import { webhooks } from './webhooks/index.ts'

const POOL = 3
/** The pool of the statements between a ring and its pushes. */
const PUSH_POOL = 3
const DEFAULT_PUBLIC_URL = 'http://localhost:5000'
/** The contact of a start on one machine: push services refuse one that cannot be reached (RFC 8292, 2.1; Apple refuses localhost). */
const DEFAULT_CONTACT = 'mailto:doorbell@example.org'

export async function createNotifyApp(context: ServiceContext<NotifyConfig>): Promise<App<'notify'>> {
  const core = await openCore(context)
  const deviceFeature = devices(context, core)
  const pushFeature = pushes(context, core)
  const features = [
    account(core),
    deviceFeature,
    pushFeature,
    checks(context, core, pushFeature.pushNotice),
    steps(context, core),
    timeline(core),
    status(context, core),
    webhooks(context, core),
  ] as const
  return { ...joinFeatures('notify', features), leasesIn: core.pool }
}

async function openCore(context: ServiceContext<NotifyConfig>): Promise<Core> {
  const { config, clock, log, bus } = context
  const pool = openPool(context, POOL)
  // Kept open and planned for tables of any size: no ring waits for a connection, or for a plan.
  const pushPool = openPool(context, PUSH_POOL, { minConnections: PUSH_POOL, prepare: planByIndex })
  await postgresReady(pool, context)
  await openConnections(pushPool, PUSH_POOL)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await db.device.findFirst({ select: { id: true } })
  const pushServices = createPushServices({
    hosts: config.PUSH_HOSTS.flatMap((text) => parsePushHost(text) ?? []),
    ...{
      proxy: config.PUSH_PROXY,
      keys: config.PUSH_KEYS,
      contact: config.PUSH_CONTACT ?? DEFAULT_CONTACT,
      allowsLoopback: config.EMBEDDED,
      clock,
      log,
    },
  })
  context.onClose(() => pushServices.close())
  const [newest = '', ...older] = config.PUSH_KEYS.map((key) => pushKeyOf(key).publicKey)
  return {
    ...{ pool, pushPool, db, pushServices, doorbell: createDoorbellClient(bus), auth: createAuthClient(bus), live: createLiveUpdates(bus) },
    pushedAccounts: createPushedAccounts(),
    publicUrl: config.PUBLIC_URL ?? DEFAULT_PUBLIC_URL,
    publicKeys: [newest, ...older],
    reportKeys: config.PUSH_KEYS.map((key) => deriveKey(key, 'push-reports')),
  }
}
