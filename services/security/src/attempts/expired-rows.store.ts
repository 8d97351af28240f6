import { DAY_MS } from '#proto/durations.ts'
import type { Database } from '../core/prisma.store.ts'
import { ATTEMPTS_KEPT, BLOCK_WINDOW } from './record-attempt.ts'

const ALERTS_KEPT = 365 * DAY_MS

/**
 * Attempts are kept 90 days: longer than any list shows, and no longer, because addresses are personal data. An attempt on an account whose
 * activity logs are off is kept only for as long as it may cause a block of its address.
 */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => ({ lt: new Date(now.getTime() - ms) })
  await db.loginAttempt.deleteMany({
    where: { OR: [{ timestamp: before(ATTEMPTS_KEPT) }, { logged: false, timestamp: before(BLOCK_WINDOW) }] },
  })
  await db.securityAlert.deleteMany({ where: { timestamp: before(ALERTS_KEPT) } })
  // Written by copies of version 0.1 during a rolling update.
  await db.loginAttempt.updateMany({ where: { username: { not: '' } }, data: { username: '' } })
}
