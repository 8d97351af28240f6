import { Redis } from 'ioredis'
import type { Log } from './log.ts'

/**
 * Redis holds only what can be rebuilt, so commands fail fast when it does not respond: no offline queue, one retry, 500 ms a command.
 * The client reconnects by itself, without a limit of attempts.
 */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000),
  })
  redis.on('error', (err: Error) => log.warn({ err: err.message }, 'redis connection error'))
  return redis
}

/** Waits for the first connection. @throws after `ms` */
export async function redisReady(redis: Redis, ms = 10_000): Promise<void> {
  if (redis.status === 'ready') return
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('redis does not answer')), ms)
    redis.once('ready', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
