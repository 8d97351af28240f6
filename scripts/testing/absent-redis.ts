import { afterEach } from '@jest/globals'
import { Redis } from 'ioredis'

const open: Redis[] = []

/** @returns a client whose server cannot be reached: every command fails immediately; it is closed after the test */
export function absentRedis(): Redis {
  const redis = new Redis({ port: 1, enableOfflineQueue: false, retryStrategy: () => null }).on('error', () => undefined)
  open.push(redis)
  return redis
}

afterEach(() => {
  for (const redis of open.splice(0)) redis.disconnect()
})
