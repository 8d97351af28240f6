import type { Database } from './prisma.ts'

const KEEP_ATTEMPTS = 90 * 24 * 3_600_000

/** Attempts are kept 90 days: longer than any list shows, short enough for addresses of people. */
export async function sweep(db: Database, now: Date): Promise<void> {
  await db.loginAttempt.deleteMany({ where: { timestamp: { lt: new Date(now.getTime() - KEEP_ATTEMPTS) } } })
}
