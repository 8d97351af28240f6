import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { API_TOKENS } from '#proto/limits.ts'
import { createInsertMails, insertAnnouncement } from '../core/announcements.store.ts'
import { requireOpenSession } from '../core/require-open-session.store.ts'
import { LOCK_LOGIN } from '../sign-in/login-attempts.sql.ts'
import { DELETE_API_TOKEN, FIND_API_TOKEN, FIND_API_TOKENS, INSERT_API_TOKEN, TOUCH_API_TOKEN } from './api-tokens.sql.ts'
import type { ApiTokens } from './api-tokens.ts'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createApiTokens(pool: pg.Pool, sends: boolean): ApiTokens {
  const insertMails = createInsertMails(sends)
  return {
    of: (userId) => fetchRows(pool, FIND_API_TOKENS, { userId }),
    byToken: (tokenHash) => fetchRow(pool, FIND_API_TOKEN, { tokenHash }),
    add: (token, session, announcement) =>
      inTransaction(pool, async (client) => {
        // Of two concurrent requests the second counts the token of the first.
        await execute(client, LOCK_LOGIN, { key: `api tokens ${token.userId}` })
        await requireOpenSession(client, token.userId, session)
        const own = await fetchRows(client, FIND_API_TOKENS, { userId: token.userId })
        if (own.length >= API_TOKENS.max) throw new AppError('api_tokens_full')
        await execute(client, INSERT_API_TOKEN, token)
        await insertAnnouncement(client, insertMails, announcement)
      }),
    touch: async (id, now) => void (await execute(pool, TOUCH_API_TOKEN, { id, now })),
    remove: async (userId, id) => (await execute(pool, DELETE_API_TOKEN, { userId, id })) > 0,
  }
}
