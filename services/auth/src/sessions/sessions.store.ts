/** Every request reads its session, so these are prepared statements without the ORM. */
import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { TIME } from '#proto/limits.ts'
import {
  CONFIRM_SESSION,
  FIND_ENDED_SESSIONS,
  FIND_ENDING_SESSIONS,
  FIND_SESSION,
  FIND_SESSION_BY_TOKEN,
  REVOKE_SESSION,
  SET_SESSION_DEVICE,
  SET_SESSION_ROLE,
  SET_SESSION_WARNED,
  TOUCH_SESSION,
} from './sessions.sql.ts'
import type { Sessions } from './sessions.ts'

const LIVES = { idleSeconds: TIME.sessionIdle / 1_000, absoluteSeconds: TIME.sessionAbsolute / 1_000 }

export function createSessions(pool: pg.Pool): Sessions {
  return {
    byToken: (tokenHash) => fetchRow(pool, FIND_SESSION_BY_TOKEN, { tokenHash }),
    byId: (id) => fetchRow(pool, FIND_SESSION, { id }),
    touch: async (id, now) => void (await execute(pool, TOUCH_SESSION, { id, now })),
    confirm: async (id, now) => void (await execute(pool, CONFIRM_SESSION, { id, now })),
    setRole: async (id, role) => (await execute(pool, SET_SESSION_ROLE, { id, role })) > 0,
    setDevice: async (userId, id, device) => (await execute(pool, SET_SESSION_DEVICE, { userId, id, device })) > 0,
    ended: (now, limit) => fetchRows(pool, FIND_ENDED_SESSIONS, { ...LIVES, now, limit }),
    ending: async (now, until, limit) =>
      (await fetchRows(pool, FIND_ENDING_SESSIONS, { ...LIVES, now, until, limit })).flatMap(({ endsAt, ...session }) =>
        endsAt ? [{ ...session, endsAt }] : [],
      ),
    warned: async (id, endsAt) => void (await execute(pool, SET_SESSION_WARNED, { id, endsAt })),
    revoke: (id, now, event) =>
      inTransaction(pool, async (client) => {
        const revoked = (await execute(client, REVOKE_SESSION, { id, now })) > 0
        if (revoked) await insertOutbox(client, [event])
        return revoked
      }),
  }
}
