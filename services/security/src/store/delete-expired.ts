import { DAY_MS } from '#proto/durations.ts'
import type { Database } from './prisma.ts'

const KEEP_ATTEMPTS = 90 * DAY_MS

/** Attempts are kept 90 days: longer than any list shows, and no longer, because addresses are personal data. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.loginAttempt.deleteMany({ where: { timestamp: { lt: new Date(now.getTime() - KEEP_ATTEMPTS) } } })
}
