/** The list of security's features, each called with what they share. */
import { joinFeatures } from '#kit/join-features.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool, postgresReady } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createTombstones } from '#kit/tombstones.ts'
import { account } from './account/index.ts'
import { alerts } from './alerts/index.ts'
import { attempts } from './attempts/index.ts'
import { blocks } from './blocks/index.ts'
import type { SecurityConfig } from './config.ts'
import type { Core } from './core/index.ts'
import { createPrisma } from './core/prisma.store.ts'

const POOL = 4

export async function createSecurityApp(context: ServiceContext<SecurityConfig>): Promise<App<'security'>> {
  const { GEOIP_FILE: geoIpFile, TRUSTED_PROXIES: trustedProxies, LOGIN_BLOCK_AFTER: blockAfter } = context.config
  const core = await openCore(context)
  const alertFeature = alerts(context, core)
  const { deliverAlertsSoon } = alertFeature
  const blockFeature = blocks(context, core)
  const { cache } = blockFeature
  const attemptFeature = attempts(context, core, { geoIpFile, trustedProxies, blockAfter, cache, deliverAlertsSoon })
  return joinFeatures('security', [alertFeature, blockFeature, attemptFeature, account(core)])
}

async function openCore(context: ServiceContext<SecurityConfig>): Promise<Core> {
  const pool = openPool(context, POOL)
  await postgresReady(pool, context)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  const outbox = await openOutbox(context, pool)
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await db.blockedIp.findFirst({ select: { id: true } })
  const tombstones = createTombstones(pool)
  return { db, pool, outbox, tombstones, isDeleted: tombstones.has }
}
