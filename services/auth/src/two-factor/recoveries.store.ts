import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { createInsertMails, type InsertMails, insertAnnouncement } from '../core/announcements.store.ts'
import { LOCK_MAILS } from '../core/locks.sql.ts'
import type { Announcement } from '../core/ports.ts'
import { removeFactors } from '../sign-in/two-factors.store.ts'
import {
  BEGIN_RECOVERY,
  CANCEL_RECOVERY,
  DROP_REQUEST,
  END_RECOVERY,
  FIND_DUE,
  FIND_REQUEST,
  FIND_WAITING,
  FIND_WAITING_BY_LINK,
  INSERT_REQUEST,
  LOCK_FACTOR,
  REQUESTS_SINCE,
} from './recoveries.sql.ts'
import type { Recoveries, RecoveryStart } from './recovery.ts'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createRecoveries(pool: pg.Pool, sends: boolean): Recoveries {
  const insertMails = createInsertMails(sends)
  return {
    request: (request, mail, { since, most, wait: waitAfter }) =>
      inTransaction(pool, async (client) => {
        const { userId } = request
        await fetchRow(client, LOCK_MAILS, { kind: 'recovery', of: String(userId) })
        const wait = waitAfter((await fetchRows(client, REQUESTS_SINCE, { userId, since, limit: most })).map(({ at }) => at))
        if (wait > 0) return wait
        await execute(client, INSERT_REQUEST, request)
        await insertMails(client, [mail])
        return 0
      }),
    ofLink: (tokenHash, now) => fetchRow(pool, FIND_REQUEST, { tokenHash, now }),
    begin: (tokenHash, start, announcement) => inTransaction(pool, (client) => begin(client, insertMails, tokenHash, start, announcement)),
    waitingOf: (userId) => fetchRow(pool, FIND_WAITING, { userId }),
    waitingByLink: (cancelHash) => fetchRow(pool, FIND_WAITING_BY_LINK, { cancelHash }),
    cancel: (id, now, announcement) =>
      inTransaction(pool, async (client) => {
        if (!(await execute(client, CANCEL_RECOVERY, { id, now }))) return false
        await insertAnnouncement(client, insertMails, announcement)
        return true
      }),
    due: (now, limit) => fetchRows(pool, FIND_DUE, { now, limit }),
    end: (id, now, announcement) =>
      inTransaction(pool, async (client) => {
        const ended = await fetchRow(client, END_RECOVERY, { id, now })
        if (!ended) return false
        await removeFactors(client, ended.userId, now)
        await insertAnnouncement(client, insertMails, announcement)
        return true
      }),
  }
}

async function begin(
  client: pg.PoolClient,
  insertMails: InsertMails,
  tokenHash: string,
  { beganAt: now, endsAt, cancelHash }: RecoveryStart,
  announcement: Announcement,
): ReturnType<Recoveries['begin']> {
  const request = await fetchRow(client, FIND_REQUEST, { tokenHash, now })
  if (!request) throw new AppError('token_invalid')
  const factor = await fetchRow(client, LOCK_FACTOR, request)
  if (!factor?.enabledAt) throw new AppError('two_factor_off')
  const waiting = await fetchRow(client, FIND_WAITING, request)
  const used = waiting
    ? await execute(client, DROP_REQUEST, { tokenHash, now })
    : await execute(client, BEGIN_RECOVERY, { tokenHash, now, endsAt, cancelHash })
  if (!used) throw new AppError('token_invalid')
  if (waiting) return { endsAt: waiting.endsAt, begun: false }
  await insertAnnouncement(client, insertMails, announcement)
  return { endsAt, begun: true }
}
