import { DAY_MS } from '#proto/durations.ts'
import { TIME } from '#proto/limits.ts'
import type { Database } from '../core/prisma.store.ts'
import { DEVICE_LIFE } from '../core/session.ts'
import { CODE_FAILURE_WINDOW } from '../sign-in/code-throttle.ts'
import { FAILURE_WINDOW } from '../sign-in/throttle.ts'

const KEEP_REVOKED = 30 * DAY_MS
const KEEP_MAILS = 7 * DAY_MS
/** Listed as expired meanwhile, so that its owner knows why a program is refused. */
const KEEP_EXPIRED_API_TOKENS = 30 * DAY_MS
/** Longer than a wait; requests count for a day. */
const KEEP_RECOVERIES = 30 * DAY_MS
/** All recoveries but those that wait. */
const OVER = { OR: [{ beganAt: null }, { cancelledAt: { not: null } }, { doneAt: { not: null } }] }

/** Deletes rows that are no longer read; correctness does not depend on this job. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.loginFailure.deleteMany({ where: { at: { lt: before(FAILURE_WINDOW) } } })
  await db.codeFailure.deleteMany({ where: { at: { lt: before(CODE_FAILURE_WINDOW) } } })
  // A secret that no code has proved.
  await db.twoFactor.deleteMany({ where: { enabledAt: null, createdAt: { lt: before(DAY_MS) } } })
  await db.factorRecovery.deleteMany({ where: { requestedAt: { lt: before(KEEP_RECOVERIES) }, ...OVER } })
  await db.session.deleteMany({
    where: {
      // A session whose time is over is ended first, with the event that ends its device (session-ends.ts).
      revokedAt: { not: null },
      OR: [
        { revokedAt: { lt: before(KEEP_REVOKED) } },
        { lastActive: { lt: before(TIME.sessionIdle) } },
        { createdAt: { lt: before(TIME.sessionAbsolute) } },
      ],
    },
  })
  await db.knownDevice.deleteMany({ where: { lastAt: { lt: before(DEVICE_LIFE) } } })
  await db.spentChallenge.deleteMany({ where: { expiresAt: { lt: now } } })
  await db.apiToken.deleteMany({ where: { expiresAt: { lt: before(KEEP_EXPIRED_API_TOKENS) } } })
  await db.liftedAddress.deleteMany({ where: { expiresAt: { lt: now } } })
  // Mails of a day are counted by their tokens (mail-limits.ts), including those whose link has expired.
  await db.mailToken.deleteMany({ where: { expiresAt: { lt: now }, createdAt: { lt: before(DAY_MS) } } })
  await db.mailedAddress.deleteMany({ where: { at: { lt: before(DAY_MS) } } })
  await db.resetRequest.deleteMany({ where: { at: { lt: before(DAY_MS) } } })
  await db.mail.deleteMany({ where: { nextAt: null, at: { lt: before(KEEP_MAILS) } } })
}
