/**
 * What follows a ring but must not delay it: its notification, the first entry of its timeline, and the words by which a search finds it.
 * They are written in batches by whichever copy comes first. The column `noted` makes each ring processed once; after a crash the next
 * run processes it.
 */
import type pg from 'pg'
import { z } from 'zod'
import { runStatement, WITHOUT_WAITING } from '#kit/postgres.ts'
import type { NewRings, ProcessedRing } from '../domain/process-new-rings.ts'
import { StoredNotification } from '../domain/stored-notification.ts'
import { NOTIFICATION_COLUMNS, titleSql } from './notifications.ts'

const PROCESS = {
  name: 'process-new-rings',
  text: `
WITH fresh AS (
  SELECT id FROM activities WHERE NOT noted AND ${WITHOUT_WAITING} ORDER BY timestamp LIMIT 500 FOR UPDATE SKIP LOCKED
), noted AS (
  UPDATE activities SET noted = true WHERE id IN (SELECT id FROM fresh) RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'accepted', timestamp FROM noted ON CONFLICT DO NOTHING
), words AS (
  INSERT INTO activity_words (activity_id, owner_id, words)
  SELECT id, owner_id, lower(visitor_name || E'\\n' || message) FROM noted ON CONFLICT DO NOTHING
), notification AS (
  INSERT INTO notifications (owner_id, type, kind, title, message, name, timestamp, read, activity_id, expires_at)
  SELECT owner_id, CASE WHEN purpose = 'delivery' THEN 'package' ELSE 'doorbell' END,
    CASE outcome WHEN 'missed' THEN 'missed' WHEN 'cancelled' THEN 'left' ELSE 'ring' END,
    CASE outcome WHEN 'missed' THEN ${titleSql('missed', 'visitor_name')} WHEN 'cancelled' THEN ${titleSql('left', 'visitor_name')}
      ELSE ${titleSql('ring', 'visitor_name')} END,
    message, visitor_name, timestamp, is_handled, id, expires_at
  FROM noted ORDER BY timestamp, id RETURNING *
)
SELECT ${NOTIFICATION_COLUMNS}, a.outcome IS NULL AND a.ends_at > $1 AND a.timestamp < $2 AS late
FROM notification n JOIN noted a ON a.id = n.activity_id`,
}
const Row = z.object({ late: z.boolean(), notification: StoredNotification }) satisfies z.ZodType<ProcessedRing>

export function createNewRings(pool: pg.Pool): NewRings {
  return {
    process: async (now, lateBefore) => {
      const rows = await runStatement(pool, PROCESS, [now, lateBefore])
      return rows.map((row) => Row.parse({ late: row.late, notification: row }))
    },
  }
}
