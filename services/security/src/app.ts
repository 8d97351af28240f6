/** Joins security's parts; nothing else knows both sides. */
import { Bus } from '#kit/bus.ts'
import { createClock } from '#kit/clock.ts'
import { Events } from '#kit/events.ts'
import { handlers } from '#kit/handlers.ts'
import { failedChecks, listen } from '#kit/http.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog } from '#kit/log.ts'
import { createOutbox } from '#kit/outbox.ts'
import { createPool } from '#kit/postgres.ts'
import { connectRedis } from '#kit/redis.ts'
import { followTestClock } from '#kit/test-clock.ts'
import type { SecurityConfig } from './config.ts'
import { createBlockable } from './domain/addresses.ts'
import { authEvents } from './events/auth.ts'
import { blockHandlers } from './handlers/blocks.ts'
import { createAttempts } from './store/attempts.ts'
import { createBlocks } from './store/blocks.ts'
import { createBoard } from './store/board.ts'
import { createForgetting } from './store/forget.ts'
import { keepBoard } from './store/keep-board.ts'
import { openPrisma } from './store/prisma.ts'
import { sweep } from './store/sweep.ts'

const POOL = 4
const SWEEP_MS = 3_600_000

export function createApp(config: SecurityConfig): { start(): Promise<Running> } {
  return { start: () => start(config) }
}

async function start(config: SecurityConfig): Promise<Running> {
  const log = createLog('security', config.LOG_LEVEL)
  const clock = createClock()
  const blockable = createBlockable(config.TRUSTED_PROXIES)
  const pool = createPool(config.DATABASE_URL, log, POOL)
  const db = openPrisma(pool)
  const redis = connectRedis(config.REDIS_URL, log)
  const bus = await Bus.connect(config.NATS_URL, 'security', log)
  const events = await Events.open(bus, log)
  const outbox = createOutbox({ pool, events, clock, log })
  const blocks = createBlocks(db)
  const board = createBoard({ redis, blocks, clock })
  // Also Prisma's first query, which takes a quarter of a second.
  await blocks.living(clock.now())
  const keeper = keepBoard(redis, board, log)
  const sweeper = setInterval(() => void sweep(db, clock.now()).catch((err: unknown) => log.warn({ err }, 'sweep')), SWEEP_MS)
  bus.serve('security', handlers('security', blockHandlers({ clock, blocks, board, outbox, log, forget: createForgetting(db) })))
  followTestClock(bus, clock, config)
  const attempts = createAttempts(db)
  const needs = { clock, attempts, board, outbox, blockable, blockAfter: config.LOGIN_BLOCK_AFTER, log }
  await events.subscribe('security', 'auth', authEvents(needs))
  const checks = { postgres: () => pool.query('SELECT 1'), nats: () => bus.connection.rtt(), redis: () => redis.ping() }
  const http = await listen({ host: config.HOST, port: config.HTTP_PORT, checks })
  bus.answerPingsWith(() => failedChecks(checks))
  await bus.flush()
  log.info({ port: http.port }, 'security is ready')
  return {
    port: http.port,
    stop: async () => {
      clearInterval(sweeper)
      keeper.stop()
      await events.stop()
      await outbox.stop()
      await bus.close()
      await http.stop()
      redis.disconnect()
      await db.$disconnect()
      await pool.end()
    },
  }
}
