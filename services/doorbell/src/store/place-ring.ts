/**
 * Places a ring in one statement. It finds the door, returns the ring of a known key or the browser's live ring here, applies Call
 * Again's rules, and writes the activity with its event. Autocommit: when it returns, the ring is on disk. Postgres plans it once, mostly
 * on empty tables (kit's planByIndex). So each look-up is written to leave one usable index: `COALESCE` excludes the partial indexes,
 * `+ interval` the index by time, and `ORDER BY b.timestamp, b.id` all but the index by door.
 *
 * A ring and a block of its visitor serialize (blocks.ts). `unchanged` locks the door's row, so that a block waits for the ring and then
 * closes it. A block that was first has raised `block_changes`: the lock reads the row again (Postgres: Read Committed), and the
 * statement is repeated.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { runStatement } from '#kit/postgres.ts'
import { DAY_MS } from '#proto/durations.ts'
import { AGAIN_MAX, RETENTION_DAYS } from '#proto/limits.ts'
import type { Placed, RingRequest } from '../domain/ports.ts'
import { isQuiet } from './quiet.ts'
import { RING_COLUMNS, readRing } from './ring-columns.ts'

const PLACE = {
  name: 'place-ring',
  text: `
WITH door AS (
  SELECT d.id, d.owner_id, d.block_changes, o.tier = 'premium' AS premium,
    CASE WHEN ${isQuiet('o', '$4')} THEN '{}' WHEN $11 = 'delivery' THEN o.package_alerts ELSE o.ring_alerts END AS alerts
  FROM doors d JOIN owners o ON o.id = d.owner_id
  WHERE d.id = COALESCE((SELECT id FROM doors WHERE qr_code_id = $1), (SELECT door_id FROM door_codes WHERE qr_code_id = $1 AND until > $4))
    AND d.enabled AND d.removed_at IS NULL
    AND (d."primary" OR (o.tier = 'premium' AND o.preferences #>> '{switches,allowMultipleQRCodes}' = 'true'))
), pass AS (
  SELECT v.id, v.visitor_name FROM visit_requests v JOIN door ON v.door_id = door.id
  WHERE v.id = $18::int AND v.status = 'approved' AND v.at > $19 AND v.at <= $20
), browser AS (
  SELECT COALESCE(a.first_of_browser, a.id) AS id FROM activities a JOIN door ON a.door_id = door.id
  WHERE a.id = ANY($3::int[]) ORDER BY a.timestamp, a.id LIMIT 1
), blocked AS (
  SELECT true AS is FROM visitor_blocks b JOIN door ON b.door_id = door.id
  WHERE b.until > $4 AND (b.activity_id = ANY($3::int[])
    OR (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id) = (SELECT id FROM browser)
    OR (b.from_hash = $17 AND b.address_until > $4 AND NOT EXISTS (SELECT FROM pass))) LIMIT 1
), known AS (
  SELECT id FROM activities WHERE key = $2
), held AS (
  SELECT a.id FROM activities a JOIN door ON a.door_id = door.id
  WHERE a.id = ANY($3::int[]) AND COALESCE(a.outcome, '') = '' AND a.ends_at + interval '0' > $4
  ORDER BY a.timestamp DESC, a.id DESC LIMIT 1
), first AS (
  SELECT COALESCE(a.again_of, a.id) AS id FROM activities a JOIN door ON a.door_id = door.id
  WHERE a.id = $5 AND a.id = ANY($3::int[])
), last AS (
  SELECT first.id AS first, ring.* FROM first CROSS JOIN LATERAL (
    (SELECT id, rings, outcome, ends_at FROM activities WHERE again_of = first.id ORDER BY rings DESC LIMIT 1)
    UNION ALL SELECT id, rings, outcome, ends_at FROM activities WHERE id = first.id
    ORDER BY rings DESC LIMIT 1) ring
), decision AS (
  SELECT last.first, last.rings, last.ends_at,
    COALESCE(known.id, held.id, CASE WHEN last.outcome IS NULL AND last.ends_at > $4 THEN last.id END) AS existing,
    CASE
      WHEN known.id IS NOT NULL THEN 'existing'
      WHEN door.id IS NULL THEN 'inactive'
      WHEN blocked.is THEN 'blocked'
      WHEN held.id IS NOT NULL THEN 'existing'
      WHEN last.id IS NULL OR last.outcome <> 'missed' THEN 'first'
      WHEN last.outcome IS NULL AND last.ends_at > $4 THEN 'existing'
      WHEN last.rings > $6 THEN 'used_up'
      WHEN last.ends_at > $7 THEN 'too_soon'
      ELSE 'again'
    END AS verdict
  FROM (SELECT 1) one LEFT JOIN known ON true LEFT JOIN door ON true LEFT JOIN blocked ON true LEFT JOIN held ON true LEFT JOIN last ON true
), unchanged AS (
  SELECT d.block_changes FROM door, decision, doors d
  WHERE verdict IN ('first', 'again') AND d.id = door.id FOR SHARE OF d
), placed AS (
  INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, unit_number, purpose,
    timestamp, ends_at, again_of, rings, alerts, quiet, expires_at, from_hash, visit_request_id, first_of_browser)
  SELECT door.owner_id, door.id, $1, $2, COALESCE((SELECT visitor_name FROM pass), $8), $9, $10, $11, $4, $12,
    CASE WHEN verdict = 'again' THEN decision.first END, CASE WHEN verdict = 'again' THEN decision.rings + 1 ELSE 1 END,
    door.alerts, NOT 'modal' = ANY(door.alerts), CASE WHEN door.premium THEN $13::timestamptz ELSE $14::timestamptz END,
    $17, (SELECT id FROM pass), (SELECT id FROM browser)
  FROM door, decision, unchanged WHERE verdict IN ('first', 'again') AND unchanged.block_changes = door.block_changes
  ON CONFLICT DO NOTHING RETURNING *
), event AS (
  INSERT INTO outbox (id, name, data, at)
  SELECT $15::uuid, 'doorbell.rung', jsonb_build_object('activityId', placed.id, 'ownerId', placed.owner_id, 'doorId', placed.door_id,
    'endsAt', $16::text, 'premium', door.premium, 'quiet', placed.quiet), $4
  FROM placed, door
)
SELECT verdict, decision.ends_at AS last_ended_at, a.id IS NOT NULL AS there, ${RING_COLUMNS},
  (SELECT count(*)::int FROM (SELECT FROM activities b
    WHERE b.door_id = a.door_id AND b.outcome IS NULL AND b.ends_at + interval '0' > $4
      AND (b.timestamp, b.id) < (a.timestamp, a.id) ORDER BY b.timestamp, b.id) ahead) AS in_line
FROM decision
LEFT JOIN (
  SELECT * FROM placed UNION ALL SELECT * FROM activities WHERE id = (SELECT existing FROM decision WHERE verdict = 'existing')
) a ON true
LEFT JOIN doors d ON d.id = a.door_id LEFT JOIN owners o ON o.id = a.owner_id`,
}

type Row = {
  verdict: 'existing' | 'inactive' | 'blocked' | 'first' | 'again' | 'used_up' | 'too_soon'
  last_ended_at: Date
  there: boolean
  in_line: number
}

function values(request: RingRequest): unknown[] {
  const { at, keptSince } = request
  return [
    request.qrCodeId,
    request.key,
    request.visits,
    at,
    request.againOf,
    AGAIN_MAX,
    request.cooledBefore,
    request.visitorName,
    request.message,
    request.unitNumber,
    request.purpose,
    request.endsAt,
    new Date(keptSince.getTime() + RETENTION_DAYS.premium * DAY_MS),
    new Date(keptSince.getTime() + RETENTION_DAYS.free * DAY_MS),
    request.eventId,
    request.endsAt.toISOString(),
    request.fromHash,
    request.pass,
    request.expected.from,
    request.expected.until,
  ]
}

/**
 * A conflict leaves no row: a concurrent request wrote the same key or the same Call Again, the random id was taken, or a block was being
 * written. The next try sees the other row and the block, and gets another id.
 */
export async function placeRing(pool: pg.Pool | pg.ClientBase, request: RingRequest): Promise<Placed> {
  for (let attempt = 0; ; attempt++) {
    const [row] = await runStatement<Row>(pool, PLACE, values(request))
    if (!row) throw new Error('place-ring answers one row')
    if (row.verdict === 'inactive') return { verdict: 'inactive' }
    if (row.verdict === 'blocked') return { verdict: 'blocked' }
    if (row.verdict === 'used_up') return { verdict: 'used_up' }
    if (row.verdict === 'too_soon') return { verdict: 'too_soon', lastEndedAt: row.last_ended_at }
    if (row.there) return { verdict: row.verdict === 'existing' ? 'existing' : 'placed', ring: readRing(row), inLine: row.in_line }
    if (attempt > 2) throw new Error('place-ring keeps conflicting')
  }
}

/** Makes a new connection parse and plan the statement before its first ring. */
export async function warmPlaceRing(client: pg.ClientBase, now: Date): Promise<void> {
  const placeholder = {
    qrCodeId: '',
    key: '',
    visits: [],
    againOf: null,
    visitorName: '',
    message: '',
    unitNumber: null,
    purpose: null,
    fromHash: '',
    pass: null,
  }
  const times = { at: now, keptSince: now, endsAt: now, cooledBefore: now, eventId: randomUUID(), expected: { from: now, until: now } }
  await placeRing(client, { ...placeholder, ...times })
}
