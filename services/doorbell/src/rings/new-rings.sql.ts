import { statement, WITHOUT_WAITING } from '#kit/statement.ts'
import { HAS_RING } from '../core/ring-columns.sql.ts'
import { searchable } from '../core/search-text.sql.ts'
import { NOTIFICATION, NOTIFICATION_COLUMNS } from '../notifications/notification-columns.sql.ts'

/** For the jobs' connection (app.ts). `late`: still live, though it was placed before `lateBefore`. */
export const PROCESS_NEW_RINGS = statement({
  name: 'process-new-rings',
  prepared: true,
  params: { now: 'timestamptz', lateBefore: 'timestamptz' },
  row: { ...NOTIFICATION, late: 'boolean' },
  sql: `
WITH fresh AS (
  SELECT id FROM activities WHERE NOT noted AND ${WITHOUT_WAITING} ORDER BY timestamp LIMIT 500 FOR UPDATE SKIP LOCKED
), noted AS (
  UPDATE activities SET noted = true WHERE id IN (SELECT id FROM fresh) RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'accepted', timestamp FROM noted ON CONFLICT DO NOTHING
), words AS (
  INSERT INTO activity_words (activity_id, owner_id, words)
  SELECT id, owner_id, ${searchable("(visitor_name || E'\\n' || message)")} FROM noted ON CONFLICT DO NOTHING
), notification AS (
  INSERT INTO notifications (owner_id, type, kind, params, message, timestamp, read, activity_id, expires_at)
  SELECT account.id, CASE WHEN purpose = 'delivery' THEN 'package' ELSE 'doorbell' END,
    CASE outcome WHEN 'missed' THEN 'missed' WHEN 'cancelled' THEN 'left' ELSE 'ring' END,
    jsonb_build_object('name', visitor_name), message, timestamp, is_handled, a.id, expires_at
  FROM noted a CROSS JOIN LATERAL (
    SELECT a.owner_id AS id UNION ALL SELECT m.user_id FROM members m WHERE ${HAS_RING}
  ) account ORDER BY timestamp, a.id RETURNING *
)
SELECT ${NOTIFICATION_COLUMNS}, a.outcome IS NULL AND a.ends_at > :now AND a.timestamp < :lateBefore AS late
FROM notification n JOIN noted a ON a.id = n.activity_id`,
})
