import type pg from 'pg'
import { deleteEventsOf } from '#kit/outbox.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { Database } from '../core/prisma.store.ts'

/** Deletes everything of this user here but the tombstone. Not for an account that still pays. */
export function createUserDeletion(db: Database, pool: pg.Pool, tombstones: Tombstones): (userId: number) => Promise<void> {
  return async (userId) => {
    await tombstones.put(userId)
    const where = { userId }
    const customer = await db.customer.findUnique({ where })
    await db.$transaction([
      // First: it waits for a fetch that is being stored (payments/customers.store.ts), whose rows are then deleted too.
      db.customer.deleteMany({ where }),
      db.grant.deleteMany({ where }),
      db.subscription.deleteMany({ where }),
      db.payment.deleteMany({ where }),
      db.stripeEvent.deleteMany({ where: { customerId: customer?.stripeCustomerId ?? '' } }),
      db.plan.deleteMany({ where }),
    ])
    await deleteEventsOf(pool, userId)
  }
}
