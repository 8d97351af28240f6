import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { PASSKEYS_MAX } from '#proto/limits.ts'
import { createInsertMails, insertAnnouncement } from '../core/announcements.store.ts'
import { requireOpenSession } from '../core/require-open-session.store.ts'
import { CONFIRM_SESSION } from '../sessions/sessions.sql.ts'
import { LOCK_LOGIN } from '../sign-in/login-attempts.sql.ts'
import { SPEND_CHALLENGE } from '../sign-in/passkey-use.sql.ts'
import { recordUse } from '../sign-in/passkey-use.store.ts'
import { DELETE_PASSKEY, FIND_PASSKEY, FIND_PASSKEYS, INSERT_PASSKEY, RENAME_PASSKEY } from './passkeys.sql.ts'
import type { PasskeyRecord, Passkeys } from './passkeys.ts'

const toRecord = (row: Omit<PasskeyRecord, 'counter'> & { readonly counter: string }): PasskeyRecord => ({
  ...row,
  counter: Number(row.counter),
})

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createPasskeys(pool: pg.Pool, sends: boolean): Passkeys {
  const insertMails = createInsertMails(sends)
  return {
    of: async (userId) => (await fetchRows(pool, FIND_PASSKEYS, { userId })).map(toRecord),
    byCredential: async (credentialId) => {
      const row = await fetchRow(pool, FIND_PASSKEY, { credentialId })
      return row && toRecord(row)
    },
    add: (passkey, session, challenge, announcement) =>
      inTransaction(pool, async (client) => {
        // Of two concurrent requests the second counts the passkey of the first.
        await execute(client, LOCK_LOGIN, { key: `passkeys ${passkey.userId}` })
        await requireOpenSession(client, passkey.userId, session)
        if (!(await execute(client, SPEND_CHALLENGE, challenge))) throw new AppError('passkey_invalid')
        const own = await fetchRows(client, FIND_PASSKEYS, { userId: passkey.userId })
        if (own.length >= PASSKEYS_MAX) throw new AppError('passkeys_full')
        const added = await fetchRow(client, INSERT_PASSKEY, { ...passkey, counter: String(passkey.counter) })
        if (!added) throw new AppError('passkey_invalid')
        await insertAnnouncement(client, insertMails, announcement)
        return toRecord(added)
      }),
    rename: async (userId, id, name) => {
      const row = await fetchRow(pool, RENAME_PASSKEY, { userId, id, name })
      return row && toRecord(row)
    },
    remove: (userId, id, announcement) =>
      inTransaction(pool, async (client) => {
        if (!(await execute(client, DELETE_PASSKEY, { userId, id }))) return false
        await insertAnnouncement(client, insertMails, announcement)
        return true
      }),
    confirm: (use, session, now) =>
      inTransaction(pool, async (client) => {
        await recordUse(client, use, now)
        await execute(client, CONFIRM_SESSION, { id: session, now })
      }),
    refuseCopy: (challenge, announcement) =>
      inTransaction(pool, async (client) => {
        if (!(await execute(client, SPEND_CHALLENGE, challenge))) return false
        await insertAnnouncement(client, insertMails, announcement)
        return true
      }),
  }
}
