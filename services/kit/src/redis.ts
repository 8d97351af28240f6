import { Redis } from 'ioredis'
import type { ServiceContext } from './service-context.ts'

type Opening = Pick<ServiceContext<{ readonly REDIS_URL: string }>, 'config' | 'log' | 'addCheck' | 'onClose'>

type Options = {
  /** Whether the service is not ready while Redis is away; by default it is not. */
  readonly isNeeded?: boolean
}

/**
 * Connects in the background; an app that cannot start without Redis waits with `redisReady`. Redis has only data that can be rebuilt, so
 * commands fail fast when it does not respond: no offline queue, one retry, 500 ms a command. The client reconnects without a
 * limit of attempts.
 */
export function openRedis(context: Opening, { isNeeded = true }: Options = {}): Redis {
  const redis = new Redis(context.config.REDIS_URL, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // A service's user may not send CLIENT.
    disableClientInfo: true,
    commandTimeout: 500,
    // The address of a server that is being replaced may drop packets for a moment.
    connectTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000),
  })
  redis.on('error', (err: Error) => context.log.warn({ err: err.message }, 'redis connection error'))
  if (isNeeded) context.addCheck('redis', () => redis.ping())
  context.onClose(() => redis.disconnect())
  return redis
}

/** Waits for the first connection, however long Redis is away. */
export async function redisReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await new Promise<void>((resolve) => redis.once('ready', resolve))
}
