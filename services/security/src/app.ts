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
import { createLivePublisher } from './adapters/live-publisher.ts'
import { createAuthClient } from './clients/auth.ts'
import { createNotifyClient } from './clients/notify.ts'
import type { SecurityConfig } from './config.ts'
import { createBlockable } from './domain/addresses.ts'
import { deliverAlerts } from './domain/alerts.ts'
import { onAuth } from './events/auth.ts'
import { alerts } from './handlers/alerts.ts'
import { blocks } from './handlers/blocks.ts'
import { DELIVER_ALERTS, REFRESH_BLOCKS, securityJobs } from './jobs/jobs.ts'
import { securityMetrics } from './metrics.ts'
import { createAlerts } from './store/alerts.ts'
import { createAttempts } from './store/attempts.ts'
import { createBlockCache } from './store/block-cache.ts'
import { createBlocks } from './store/blocks.ts'
import { deleteExpired } from './store/delete-expired.ts'
import { exportPage } from './store/export.ts'
import { createPrisma } from './store/prisma.ts'
import { createUserDeletion } from './store/user-deletion.ts'

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
