/** Every request reads its session, so these are prepared statements without the ORM. */
import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { execute, fetchRow, inTransaction } from '#kit/postgres.ts'
import type { Sessions } from '../domain/ports.ts'
import { CONFIRM_SESSION, FIND_SESSION, FIND_SESSION_BY_TOKEN, REVOKE_SESSION, SET_SESSION_ROLE, TOUCH_SESSION } from './sessions.sql.ts'

export function createSessions(pool: pg.Pool): Sessions {
  return {
    byToken: (tokenHash) => fetchRow(pool, FIND_SESSION_BY_TOKEN, { tokenHash }),
    byId: (id) => fetchRow(pool, FIND_SESSION, { id }),
    touch: async (id, now) => void (await execute(pool, TOUCH_SESSION, { id, now })),
    confirm: async (id, now) => void (await execute(pool, CONFIRM_SESSION, { id, now })),
    setRole: async (id, role) => (await execute(pool, SET_SESSION_ROLE, { id, role })) > 0,
    revoke: (id, now, event) =>
      inTransaction(pool, async (client) => {
        const revoked = (await execute(client, REVOKE_SESSION, { id, now })) > 0
        if (revoked) await insertOutbox(client, [event])
        return revoked
      }),
  }
}
