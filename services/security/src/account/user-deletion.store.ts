import type pg from 'pg'
import { deleteEventsOf } from '#kit/outbox.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { Database } from '../core/prisma.store.ts'

/** Deletes an account's log-ins and alerts; blocks are about addresses and stay. The tombstone is written first, for late events. */
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
