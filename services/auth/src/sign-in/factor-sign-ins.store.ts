import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute, fetchRow, inTransaction } from '#kit/postgres.ts'
import { createInsertMails, insertAnnouncement } from '../core/announcements.store.ts'
import { DEVICE_LIFE } from '../core/session.ts'
import type { FactorSignIns } from './complete-sign-in.ts'
import { FIND_DEVICE_OF, USE_LINK } from './factor-sign-ins.sql.ts'
import { COMPLETE_LOGIN } from './login-attempts.sql.ts'
import { recordUse } from './passkey-use.store.ts'
import { spendFactorProof } from './two-factors.store.ts'

/** An id that no password attempt has. */
const NO_ATTEMPT = '0'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createFactorSignIns(pool: pg.Pool, sends: boolean): FactorSignIns {
  const insertMails = createInsertMails(sends)
  return {
    open: ({ userId, session: { id: sessionId, ...session }, device, proof, linkHash, passkey, announcement }, now) =>
      inTransaction(pool, async (client) => {
        if (linkHash !== undefined && !(await execute(client, USE_LINK, { tokenHash: linkHash, now }))) throw new AppError('token_invalid')
        if (passkey) await recordUse(client, passkey, now)
        if (proof) await spendFactorProof(client, proof, now)
        const [first, ...more] = announcement.events
        if (!first) throw new Error('a sign-in has an event')
        const outbox = { eventId: first.id, eventName: first.name, eventData: first.data, eventAt: first.at }
        const attempt = { attemptId: NO_ATTEMPT, userId, sessionId, byLink: linkHash !== undefined }
        await execute(client, COMPLETE_LOGIN, { ...attempt, ...session, deviceHash: device.hash, ...outbox })
        await insertAnnouncement(client, insertMails, { ...announcement, events: more })
      }),
    deviceOf: async (userId, deviceHash, now) => {
      const since = new Date(now.getTime() - DEVICE_LIFE)
      return (await fetchRow(pool, FIND_DEVICE_OF, { userId, deviceHash, since })) ?? { exists: false, known: false }
    },
  }
}
