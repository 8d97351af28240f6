import type { Database } from './prisma.ts'

/** What is known of one account's log-ins; blocks are about addresses and stay. */
export function createUserDeletion(db: Database): (userId: number) => Promise<void> {
  return async (userId) => {
    await db.$transaction([db.loginAttempt.deleteMany({ where: { userId } }), db.securityAlert.deleteMany({ where: { userId } })])
  }
}
