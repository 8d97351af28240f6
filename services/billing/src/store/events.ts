import type { StripeEvents } from '../domain/ports.ts'
import type { Database } from './prisma.ts'

export const createStripeEvents = (db: Database): StripeEvents => ({
  store: async (event) => {
    await db.stripeEvent.createMany({ data: { ...event, nextAt: event.receivedAt }, skipDuplicates: true })
  },
  waiting: async (now, limit) => {
    const rows = await db.stripeEvent.findMany({
      where: { doneAt: null, nextAt: { lte: now } },
      orderBy: { nextAt: 'asc' },
      distinct: ['customerId'],
      take: limit,
      select: { customerId: true },
    })
    return rows.map(({ customerId }) => customerId)
  },
  done: async (customerId, before, now) => {
    await db.stripeEvent.updateMany({ where: { customerId, doneAt: null, receivedAt: { lte: before } }, data: { doneAt: now } })
  },
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
