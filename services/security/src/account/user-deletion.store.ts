import type pg from 'pg'
import { deleteEventsOf } from '#kit/outbox.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { Database } from '../core/prisma.store.ts'

/** What is known of one account's log-ins; blocks are about addresses and stay. The tombstone is first: late events find it. */
export function createUserDeletion(db: Database, pool: pg.Pool, tombstones: Tombstones): (userId: number) => Promise<void> {
  return async (userId) => {
    await tombstones.put(userId)
    await db.$transaction([
      db.loginAttempt.deleteMany({ where: { userId } }),
      db.securityAlert.deleteMany({ where: { userId } }),
      db.blockedIpAccount.deleteMany({ where: { userId } }),
    ])
    await deleteEventsOf(pool, userId)
  }
}
