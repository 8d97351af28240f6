/** Joins billing's parts; nothing else knows both sides. */
import { Bus } from '#kit/bus.ts'
import { createClock } from '#kit/clock.ts'
import { Events } from '#kit/events.ts'
import { handlers } from '#kit/handlers.ts'
import { failedChecks, listen } from '#kit/http.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog } from '#kit/log.ts'
import { createOutbox } from '#kit/outbox.ts'
import { createPool } from '#kit/postgres.ts'
import { followTestClock } from '#kit/test-clock.ts'
import { createNeighbours } from './adapters/neighbours.ts'
import type { BillingConfig } from './config.ts'
import { planHandlers } from './handlers/plans.ts'
import { createPlans } from './store/plans.ts'
import { openPrisma } from './store/prisma.ts'

const POOL = 4

export function createApp(config: BillingConfig): { start(): Promise<Running> } {
  return { start: () => start(config) }
}

async function start(config: BillingConfig): Promise<Running> {
  const log = createLog('billing', config.LOG_LEVEL)
  const clock = createClock()
  const pool = createPool(config.DATABASE_URL, log, POOL)
  const db = openPrisma(pool)
  const bus = await Bus.connect(config.NATS_URL, 'billing', log)
  const events = await Events.open(bus, log)
  const outbox = createOutbox({ pool, events, clock, log })
  const plans = createPlans(db, pool)
  // Prisma's first query takes a quarter of a second: not a person's.
  await plans.standing(0)
  const needs = { clock, plans, outbox, neighbours: createNeighbours(bus, log) }
  bus.serve('billing', handlers('billing', planHandlers(needs, config.BILLING ?? 'off')))
  followTestClock(bus, clock, config)
  const checks = { postgres: () => pool.query('SELECT 1'), nats: () => bus.connection.rtt() }
  const http = await listen({ host: config.HOST, port: config.HTTP_PORT, checks })
  bus.answerPingsWith(() => failedChecks(checks))
  await bus.flush()
  log.info({ port: http.port }, 'billing is ready')
  return {
    port: http.port,
    stop: async () => {
      await events.stop()
      await outbox.stop()
      await bus.close()
      await http.stop()
      await db.$disconnect()
      await pool.end()
    },
  }
}
