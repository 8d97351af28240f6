import type { Redis } from 'ioredis'
import type { Log } from '#kit/log.ts'
import type { BlockBoard } from '../domain/ports.ts'

const LOOK_MS = 15_000

/** Fills Redis at boot, at every reconnect, and every 15 s: that finds a FLUSHALL and what another copy missed. */
export function keepBoard(redis: Redis, board: BlockBoard, log: Log): { stop(): void } {
  const refill = () => void board.refill().catch((err: unknown) => log.warn({ err }, 'redis takes no blocks'))
  redis.on('ready', refill)
  if (redis.status === 'ready') refill()
  const timer = setInterval(() => redis.status === 'ready' && refill(), LOOK_MS)
  return {
    stop: () => {
      clearInterval(timer)
      redis.off('ready', refill)
    },
  }
}
