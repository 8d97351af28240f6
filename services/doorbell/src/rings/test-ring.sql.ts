import { statement } from '#kit/statement.ts'
import { isQuiet } from '../core/quiet.sql.ts'
import { RING, RING_COLUMNS } from '../core/ring-columns.sql.ts'
import { TAKES_RINGS } from './place-ring.sql.ts'

/**
 * Places the owner's test ring (record 0062). Like a ring it is one statement with the alerts of this moment; the effects of a
 * ring are left out: no event, and `noted` keeps the job from writing a notification and search words. One that is live at the door for
 * the same device or devices, or has the same key, is returned instead of another. No row: the owner has no such door. `there`: as
 * PLACE_RING.
 */
export const PLACE_TEST_RING = statement({
  name: 'place-test-ring',
  params: {
    ownerId: 'int',
    doorId: 'int',
    key: 'text',
    visitorName: 'text',
    session: 'text?',
    at: 'timestamptz',
    endsAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: { ...RING, takesRings: 'boolean', there: 'boolean', isNew: 'boolean' },
  sql: `
WITH door AS (
  SELECT d.id, d.owner_id, d.qr_code_id, ${TAKES_RINGS} AS takes_rings,
    CASE WHEN ${isQuiet('o', ':at')} THEN '{}' ELSE o.ring_alerts END AS alerts
  FROM doors d JOIN owners o ON o.id = d.owner_id WHERE d.id = :doorId AND d.owner_id = :ownerId
), existing AS (
  SELECT a.* FROM activities a JOIN door ON door.id = a.door_id
  WHERE a.test AND (a.key = :key OR (a.outcome IS NULL AND a.ends_at > :at AND a.test_session IS NOT DISTINCT FROM :session))
  ORDER BY a.timestamp DESC LIMIT 1
), placed AS (
  INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, timestamp, ends_at, alerts, quiet, expires_at, test,
    test_session, noted)
  SELECT door.owner_id, door.id, door.qr_code_id, :key, :visitorName, '', :at, :endsAt, door.alerts, NOT 'modal' = ANY(door.alerts),
    :expiresAt, true, :session, true
  FROM door WHERE door.takes_rings AND NOT EXISTS (SELECT FROM existing)
  ON CONFLICT DO NOTHING RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'accepted', :at FROM placed
)
SELECT door.takes_rings AS "takesRings", a.id IS NOT NULL AS there, EXISTS (SELECT FROM placed) AS "isNew",
  ${RING_COLUMNS}
FROM door LEFT JOIN (SELECT * FROM placed UNION ALL SELECT * FROM existing) a ON true
LEFT JOIN doors d ON d.id = a.door_id LEFT JOIN owners o ON o.id = a.owner_id`,
})
