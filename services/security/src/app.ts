/** Wires security's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import { openRedis } from '#kit/redis.ts'
import type { App, ServiceContext } from '#kit/run-service.ts'
import type { SecurityConfig } from './config.ts'
import { createBlockable } from './domain/addresses.ts'
import { onAuth } from './events/auth.ts'
import { blocks } from './handlers/blocks.ts'
import { REFRESH_BLOCKS, securityJobs } from './jobs/jobs.ts'
import { securityMetrics } from './metrics.ts'
import { createAttempts } from './store/attempts.ts'
import { createBlockCache } from './store/block-cache.ts'
import { createBlocks } from './store/blocks.ts'
import { deleteExpired } from './store/delete-expired.ts'
import { createPrisma } from './store/prisma.ts'
import { createUserDeletion } from './store/user-deletion.ts'

const POOL = 4

export async function createSecurityApp(context: ServiceContext<SecurityConfig>): Promise<App<'security'>> {
  const { config, clock, log } = context
  const pool = openPool(context, POOL)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  const redis = openRedis(context)
  const outbox = await openOutbox(context, pool)
  const stored = createBlocks(db)
  const cache = createBlockCache({ redis, blocks: stored, clock })
  const deps = {
    clock,
    log,
    outbox,
    attempts: createAttempts(db),
    blocks: stored,
    cache,
    blockable: createBlockable(config.TRUSTED_PROXIES),
    blockAfter: config.LOGIN_BLOCK_AFTER,
  }
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await stored.active(clock.now())
  redis.on('ready', () => context.wake(REFRESH_BLOCKS))
  return {
    handlers: blocks({ ...deps, deleteUser: createUserDeletion(db) }),
    consumers: { auth: onAuth(deps) },
    jobs: securityJobs({
      refreshBlocks: async () => {
        if (redis.status === 'ready') await cache.refresh()
      },
      deleteExpired: () => deleteExpired(db, clock.now()),
    }),
    metrics: securityMetrics(deps),
  }
}
