/** The rows that retention deletes, oldest first and in batches. */
import { statement } from '#kit/statement.ts'

/** Not a live ring (it has no outcome yet), nor one with a call in progress. A call without an end after a day was lost. */
export const FIND_EXPIRED_RINGS = statement({
  name: 'expired-rings',
  params: { now: 'timestamptz', lostBefore: 'timestamptz', limit: 'int' },
  row: { id: 'int', photo: 'text?' },
  sql: `SELECT a.id, a.photo FROM activities a
WHERE a.expires_at <= :now AND a.outcome IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM calls c WHERE c.activity_id = a.id AND c.ended_at IS NULL AND c.started_at > :lostBefore)
ORDER BY a.expires_at LIMIT :limit`,
})

export const DELETE_EXPIRED_NOTIFICATIONS = statement({
  name: 'delete-expired-notifications',
  params: { now: 'timestamptz', limit: 'int' },
  sql: 'DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE expires_at <= :now LIMIT :limit)',
})
