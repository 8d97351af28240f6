import type pg from 'pg'
import { inTransaction } from '#kit/postgres.ts'
import type { Expired } from '../domain/delete-expired.ts'
import { CLOSES, HOLD_FOR_OVER } from './blocks.ts'

/** Not a live ring (it has no outcome yet), nor one with a call in progress. A call without an end after a day was lost. */
const DUE = `
SELECT a.id, a.photo FROM activities a
WHERE a.expires_at <= $1 AND a.outcome IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM calls c WHERE c.activity_id = a.id AND c.ended_at IS NULL AND c.started_at > $2)
ORDER BY a.expires_at LIMIT $3`
const DELETE = 'DELETE FROM activities WHERE id = ANY($1::int[]) AND expires_at <= $2'
const NOTICES = 'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE expires_at <= $1 LIMIT $2)'
const REQUESTS = 'DELETE FROM visit_requests WHERE expires_at <= $1'
const BLOCKS = `
WITH over AS (DELETE FROM visitor_blocks WHERE until <= $1 RETURNING owner_id, door_id)
UPDATE activities a SET blocked = false, version = version + 1
WHERE a.owner_id IN (SELECT owner_id FROM over) AND a.door_id IN (SELECT door_id FROM over) AND a.blocked
  AND NOT EXISTS (SELECT FROM visitor_blocks b WHERE b.door_id = a.door_id AND b.until > $1 AND ${CLOSES})`

export function createExpired(pool: pg.Pool): Expired {
  return {
    due: async (now, lostBefore, limit) => (await pool.query<{ id: number; photo: string | null }>(DUE, [now, lostBefore, limit])).rows,
    // Foreign keys cascade to messages, calls, marks and words.
    drop: async (ids, now) => (await pool.query(DELETE, [ids, now])).rowCount ?? 0,
    deleteNotifications: async (now, limit) => (await pool.query(NOTICES, [now, limit])).rowCount ?? 0,
    deleteVisitRequestsAndBlocks: async (now) => {
      await pool.query(REQUESTS, [now])
      await inTransaction(pool, async (client) => {
        await client.query(HOLD_FOR_OVER, [now])
        await client.query(BLOCKS, [now])
      })
    },
  }
}
