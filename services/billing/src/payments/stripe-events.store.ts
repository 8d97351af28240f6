import type pg from 'pg'
import { fetchRows } from '#kit/postgres.ts'
import type { Database } from '../core/prisma.store.ts'
import { FIND_WAITING } from './stripe-events.sql.ts'
import type { StripeEvents } from './stripe-events.ts'

export const createStripeEvents = (db: Database, pool: pg.Pool): StripeEvents => ({
  store: async (event) => {
    await db.stripeEvent.createMany({ data: { ...event, nextAt: event.receivedAt }, skipDuplicates: true })
  },
  waiting: async (now, limit) => (await fetchRows(pool, FIND_WAITING, { now, limit })).map(({ customerId }) => customerId),
  waitingOf: async (customerId) => {
    const rows = await db.stripeEvent.findMany({ where: { customerId, doneAt: null }, select: { id: true } })
    return rows.map(({ id }) => id)
  },
  done: async (ids, now) => void (await db.stripeEvent.updateMany({ where: { id: { in: [...ids] } }, data: { doneAt: now } })),
  deleteDone: async (before) => void (await db.stripeEvent.deleteMany({ where: { doneAt: { lt: before } } })),
  retry: async (customerId, next) => {
    const waiting = await db.stripeEvent.findFirst({ where: { customerId, doneAt: null }, orderBy: { attempts: 'desc' } })
    if (!waiting) return
    await db.stripeEvent.updateMany({
      where: { customerId, doneAt: null },
      data: { attempts: waiting.attempts + 1, nextAt: next(waiting.attempts) },
    })
  },
})
