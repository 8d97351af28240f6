/** Wires security's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { AppError } from '#kit/app-error.ts'
import { openGeoIp } from '#kit/geoip.ts'
import { handlers } from '#kit/handlers.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import { openRedis } from '#kit/redis.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createTombstones, refuseDeleted } from '#kit/tombstones.ts'
import { exportPage } from './account/export.store.ts'
import { createUserDeletion } from './account/user-deletion.store.ts'
import { alerts } from './alerts/alerts.handlers.ts'
import { createAlerts } from './alerts/alerts.store.ts'
import { deliverAlerts } from './alerts/alerts.ts'
import { createAuthClient } from './alerts/auth.client.ts'
import { createLivePublisher } from './alerts/live-updates.adapter.ts'
import { createNotifyClient } from './alerts/notify.client.ts'
import { createBlockable } from './attempts/addresses.ts'
import { createAttempts } from './attempts/attempts.store.ts'
import { onAuth } from './attempts/auth.consumer.ts'
import { deleteExpired } from './attempts/expired-rows.store.ts'
import { createBlockCache } from './blocks/block-cache.store.ts'
import { blocks } from './blocks/blocks.handlers.ts'
import { createBlocks } from './blocks/blocks.store.ts'
import type { SecurityConfig } from './config.ts'
import { DELIVER_ALERTS, REFRESH_BLOCKS, securityJobs } from './core/jobs.ts'
import { createPrisma } from './core/prisma.store.ts'
import { securityMetrics } from './metrics.ts'

const POOL = 4

export async function createSecurityApp(context: ServiceContext<SecurityConfig>): Promise<App<'security'>> {
  const { config, clock, log, bus } = context
  const locate = openGeoIp(config.GEOIP_FILE)
  const pool = openPool(context, POOL)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  const redis = openRedis(context)
  const outbox = await openOutbox(context, pool)
  const stored = createBlocks(db)
  const tombstones = createTombstones(pool)
  const cache = createBlockCache({ redis, blocks: stored, clock })
  const deps = {
    clock,
    log,
    outbox,
    attempts: createAttempts(db),
    alerts: createAlerts(db, pool),
    blocks: stored,
    cache,
    locate,
    auth: createAuthClient(bus),
    notify: createNotifyClient(bus),
    live: createLivePublisher(bus),
    blockable: createBlockable(config.TRUSTED_PROXIES),
    blockAfter: config.LOGIN_BLOCK_AFTER,
    isDeleted: tombstones.has,
    deliverAlertsSoon: () => context.wake(DELIVER_ALERTS),
  }
  const deleteUser = createUserDeletion(db, pool, tombstones)
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await stored.active(clock.now())
  redis.on('ready', () => context.wake(REFRESH_BLOCKS))
  return {
    handlers: handlers('security', {
      ...alerts(deps),
      ...blocks(deps),
      export_user: async ({ input }) => {
        const page = await exportPage(db, input)
        if (!page) throw new AppError('not_found')
        return page
      },
      forget_user: async ({ input }) => {
        await deleteUser(input.userId)
        return {}
      },
    }),
    beforeOperation: refuseDeleted(tombstones),
    consumers: { auth: onAuth(deps) },
    jobs: securityJobs({
      refreshBlocks: async () => {
        if (redis.status === 'ready') await cache.refresh()
      },
      deliverAlerts: () => deliverAlerts(deps),
      deleteExpired: () => deleteExpired(db, clock.now()),
    }),
    metrics: securityMetrics(deps),
  }
}
