import { openRedis } from '#kit/redis.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { securityMetrics } from '../metrics.ts'
import { createBlockCache } from './block-cache.store.ts'
import { blockHandlers } from './blocks.handlers.ts'
import { blockJobs, REFRESH_BLOCKS } from './blocks.job.ts'
import { createBlocks } from './blocks.store.ts'

/** Addresses that may not sign in for a while: the table decides, gateways read the cache. */
export function blocks(context: ServiceContext<{ readonly REDIS_URL: string }>, { db, outbox }: Core) {
  const { clock, log } = context
  const redis = openRedis(context)
  const store = createBlocks(db)
  const cache = createBlockCache({ redis, blocks: store, clock })
  redis.on('ready', () => context.wake(REFRESH_BLOCKS))
  return {
    handlers: blockHandlers({ clock, log, outbox, blocks: store, cache }),
    jobs: blockJobs(cache, () => redis.status === 'ready'),
    metrics: securityMetrics({ blocks: store, clock }),
    cache,
  }
}
