/** Every request reads its session, so these are prepared statements without the ORM. */
import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { inTransaction, runStatement, type Statement } from '#kit/postgres.ts'
import type { Sessions } from '../domain/ports.ts'
import type { SessionRecord } from '../domain/session.ts'

const COLUMNS = 'id, user_id AS "userId", device, created_at AS "createdAt", last_active AS "lastActive", revoked_at AS "revokedAt"'
const BY_TOKEN: Statement = { name: 'session-by-token', text: `SELECT ${COLUMNS} FROM sessions WHERE token_hash = $1` }
const BY_ID: Statement = { name: 'session-by-id', text: `SELECT ${COLUMNS} FROM sessions WHERE id = $1` }
const TOUCH: Statement = { name: 'session-touch', text: 'UPDATE sessions SET last_active = $2 WHERE id = $1 AND last_active < $2' }
const REVOKE: Statement = {
  name: 'session-revoke',
  text: 'UPDATE sessions SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
}

export function createSessions(pool: pg.Pool): Sessions {
  return {
    byToken: async (tokenHash) => (await runStatement<SessionRecord>(pool, BY_TOKEN, [tokenHash]))[0],
    byId: async (session) => (await runStatement<SessionRecord>(pool, BY_ID, [session]))[0],
    touch: async (session, now) => void (await runStatement(pool, TOUCH, [session, now])),
    revoke: (session, now, event) =>
      inTransaction(pool, async (client) => {
        const revoked = await runStatement(client, REVOKE, [session, now])
        if (revoked.length) await insertOutbox(client, [event])
        return revoked.length > 0
      }),
  }
}
