import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { TIME } from '#proto/limits.ts'
import { DELETE_API_TOKENS, LIST_SESSIONS, REVOKE_OTHER_SESSIONS, REVOKE_OWN_SESSION } from './session-list.sql.ts'
import type { SessionList } from './session-list.ts'

const MOST_LISTED = 200

export function createSessionList(pool: pg.Pool): SessionList {
  return {
    ofUser: (userId, now) =>
      fetchRows(pool, LIST_SESSIONS, {
        userId,
        usedSince: new Date(now.getTime() - TIME.sessionIdle),
        createdSince: new Date(now.getTime() - TIME.sessionAbsolute),
        limit: MOST_LISTED,
      }),
    revoke: (userId, id, now, event) =>
      inTransaction(pool, async (client) => {
        const found = await fetchRow(client, REVOKE_OWN_SESSION, { userId, id, now })
        if (found?.revoked) await insertOutbox(client, [event])
        return found?.revoked
      }),
    revokeOthers: (userId, kept, now, eventOf) =>
      inTransaction(pool, async (client) => {
        const sessions = await fetchRows(client, REVOKE_OTHER_SESSIONS, { userId, kept: kept ?? '', now })
        const apiTokens = kept === undefined ? await fetchRows(client, DELETE_API_TOKENS, { userId }) : []
        const ended = [...sessions, ...apiTokens].map(({ id }) => ({ id, event: eventOf(id) }))
        await insertOutbox(
          client,
          ended.map(({ event }) => event),
        )
        return ended
      }),
  }
}
