/**
 * Places a ring in one statement. It finds the door, returns the ring of a known key or the browser's live ring here, applies Call
 * Again's rules, and writes the activity with its event. Autocommit: when it returns, the ring is on disk.
 *
 * The connections of the ring plan it once, mostly on empty tables (kit's planByIndex). So each look-up is written to leave one usable
 * index: `COALESCE` excludes the partial indexes, `+ interval` the index by time, and `ORDER BY b.timestamp, b.id` all but the index by
 * door.
 *
 * A ring and a block of its visitor serialize (blocks.sql.ts). `unchanged` locks the door's row, so that a block waits for the ring and
 * then closes it. A block that committed first has changed `block_changes`: the lock reads the row again (Postgres: Read Committed), and
 * the statement is repeated.
 */
import { columnOf, statement } from '#kit/statement.ts'
import { AGAIN_MAX } from '#proto/limits.ts'
import { RING_DETAIL_NAMES } from '#proto/ring-details.ts'
import { isQuiet } from '../core/quiet.sql.ts'
import { MEMBER_ACCOUNTS, RING, RING_COLUMNS, RING_DETAIL_COLUMNS } from '../core/ring-columns.sql.ts'

/** Whether door `d` of owner `o` takes rings: enabled, and the primary one or one of several that the plan and a switch allow. */
export const TAKES_RINGS = `(d.enabled AND d.removed_at IS NULL
    AND (d."primary" OR (o.tier = 'premium' AND o.preferences #>> '{switches,allowMultipleQRCodes}' = 'true')))`

/** `there` shows whether the row has a ring; without one its columns are null. */
export const PLACE_RING = statement({
  name: 'place-ring',
  prepared: true,
  params: {
    qrCodeId: 'text',
    key: 'text',
    visits: 'int[]',
    at: 'timestamptz',
    againOf: 'int?',
    cooledBefore: 'timestamptz',
    visitorName: 'text',
    message: 'text',
    ...RING_DETAIL_COLUMNS,
    purpose: 'text?',
    endsAt: 'timestamptz',
    endsAtText: 'text',
    keptByPremium: 'timestamptz',
    keptByFree: 'timestamptz',
    eventId: 'uuid',
    fromHash: 'text',
    pass: 'int?',
    expectedFrom: 'timestamptz',
    expectedUntil: 'timestamptz',
  },
  row: { ...RING, verdict: 'text', lastEndedAt: 'timestamptz', there: 'boolean', inLine: 'int' },
  sql: `
WITH door AS (
  SELECT d.id, d.owner_id, d.block_changes, o.tier = 'premium' AS premium,
    CASE WHEN ${isQuiet('o', ':at')} THEN '{}' WHEN :purpose = 'delivery' THEN o.package_alerts ELSE o.ring_alerts END AS alerts
  FROM doors d JOIN owners o ON o.id = d.owner_id
  WHERE d.id = COALESCE((SELECT id FROM doors WHERE qr_code_id = :qrCodeId),
      (SELECT door_id FROM door_codes WHERE qr_code_id = :qrCodeId AND until > :at))
    AND ${TAKES_RINGS}
), pass AS (
  SELECT v.id, v.visitor_name FROM visit_requests v JOIN door ON v.door_id = door.id
  WHERE v.id = :pass::int AND v.status = 'approved' AND v.at > :expectedFrom AND v.at <= :expectedUntil
), browser AS (
  SELECT COALESCE(a.first_of_browser, a.id) AS id FROM activities a JOIN door ON a.door_id = door.id
  WHERE a.id = ANY(:visits::int[]) ORDER BY a.timestamp, a.id LIMIT 1
), blocked AS (
  SELECT true AS is FROM visitor_blocks b JOIN door ON b.door_id = door.id
  WHERE b.until > :at AND (b.activity_id = ANY(:visits::int[])
    OR (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id) = (SELECT id FROM browser)
    OR (b.from_hash = :fromHash AND b.address_until > :at AND NOT EXISTS (SELECT FROM pass))) LIMIT 1
), known AS (
  SELECT id FROM activities WHERE key = :key
), held AS (
  SELECT a.id FROM activities a JOIN door ON a.door_id = door.id
  WHERE a.id = ANY(:visits::int[]) AND COALESCE(a.outcome, '') = '' AND a.ends_at + interval '0' > :at
  ORDER BY a.timestamp DESC, a.id DESC LIMIT 1
), first AS (
  SELECT COALESCE(a.again_of, a.id) AS id FROM activities a JOIN door ON a.door_id = door.id
  WHERE a.id = :againOf AND a.id = ANY(:visits::int[])
), last AS (
  SELECT first.id AS first, ring.* FROM first CROSS JOIN LATERAL (
    (SELECT id, rings, outcome, ends_at FROM activities WHERE again_of = first.id ORDER BY rings DESC LIMIT 1)
    UNION ALL SELECT id, rings, outcome, ends_at FROM activities WHERE id = first.id
    ORDER BY rings DESC LIMIT 1) ring
), decision AS (
  SELECT last.first, last.rings, last.ends_at,
    COALESCE(known.id, held.id, CASE WHEN last.outcome IS NULL AND last.ends_at > :at THEN last.id END) AS existing,
    CASE
      WHEN known.id IS NOT NULL THEN 'existing'
      WHEN door.id IS NULL THEN 'inactive'
      WHEN blocked.is THEN 'blocked'
      WHEN held.id IS NOT NULL THEN 'existing'
      WHEN last.id IS NULL OR last.outcome <> 'missed' THEN 'first'
      WHEN last.outcome IS NULL AND last.ends_at > :at THEN 'existing'
      WHEN last.rings > ${AGAIN_MAX} THEN 'used_up'
      WHEN last.ends_at > :cooledBefore THEN 'too_soon'
      ELSE 'again'
    END AS verdict
  FROM (SELECT 1) one LEFT JOIN known ON true LEFT JOIN door ON true LEFT JOIN blocked ON true LEFT JOIN held ON true LEFT JOIN last ON true
), unchanged AS (
  SELECT d.block_changes FROM door, decision, doors d
  WHERE verdict IN ('first', 'again') AND d.id = door.id FOR SHARE OF d
), placed AS (
  INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, ${RING_DETAIL_NAMES.map(columnOf).join(', ')}, purpose,
    timestamp, ends_at, again_of, rings, alerts, quiet, expires_at, from_hash, visit_request_id, first_of_browser)
  SELECT door.owner_id, door.id, :qrCodeId, :key, COALESCE((SELECT visitor_name FROM pass), :visitorName), :message,
    ${RING_DETAIL_NAMES.map((name) => `:${name}`).join(', ')}, :purpose,
    :at, :endsAt, CASE WHEN verdict = 'again' THEN decision.first END, CASE WHEN verdict = 'again' THEN decision.rings + 1 ELSE 1 END,
    door.alerts, NOT 'modal' = ANY(door.alerts), CASE WHEN door.premium THEN :keptByPremium::timestamptz ELSE :keptByFree::timestamptz END,
    :fromHash, (SELECT id FROM pass), (SELECT id FROM browser)
  FROM door, decision, unchanged WHERE verdict IN ('first', 'again') AND unchanged.block_changes = door.block_changes
  ON CONFLICT DO NOTHING RETURNING *
), event AS (
  INSERT INTO outbox (id, name, data, at)
  SELECT :eventId::uuid, 'doorbell.rung', jsonb_build_object('activityId', a.id, 'ownerId', a.owner_id, 'doorId', a.door_id,
    'endsAt', :endsAtText::text, 'premium', door.premium, 'quiet', a.quiet, 'members', ${MEMBER_ACCOUNTS}), :at
  FROM placed a, door
)
SELECT verdict, decision.ends_at AS "lastEndedAt", a.id IS NOT NULL AS there, ${RING_COLUMNS},
  (SELECT count(*)::int FROM (SELECT FROM activities b
    WHERE b.door_id = a.door_id AND b.outcome IS NULL AND NOT b.test AND b.ends_at + interval '0' > :at
      AND (b.timestamp, b.id) < (a.timestamp, a.id) ORDER BY b.timestamp, b.id) ahead) AS "inLine"
FROM decision
LEFT JOIN (
  SELECT * FROM placed UNION ALL SELECT * FROM activities WHERE id = (SELECT existing FROM decision WHERE verdict = 'existing')
) a ON true
LEFT JOIN doors d ON d.id = a.door_id LEFT JOIN owners o ON o.id = a.owner_id`,
})
