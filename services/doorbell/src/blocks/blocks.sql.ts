/** Blocks of visitors at a door (docs/product/decisions.md, 11). */
import { type ParamTypes, statement } from '#kit/statement.ts'
import { RING, RING_COLUMNS, RING_JOINS } from '../core/ring-columns.sql.ts'

/** Current blocks, newest first. */
export const LIST_BLOCKS = statement({
  name: 'blocks',
  params: { ownerId: 'int', now: 'timestamptz', before: 'int?', activityId: 'int?', limit: 'int' },
  row: {
    id: 'int',
    activityId: 'int',
    doorId: 'int',
    doorLabel: 'text',
    visitorName: 'text?',
    timestamp: 'timestamptz',
    until: 'timestamptz',
  },
  sql: `SELECT b.id, b.activity_id AS "activityId", b.door_id AS "doorId", d.label AS "doorLabel",
  NULLIF(a.visitor_name, '') AS "visitorName", b.timestamp, b.until
FROM visitor_blocks b JOIN doors d ON d.id = b.door_id LEFT JOIN activities a ON a.id = b.activity_id
WHERE b.owner_id = :ownerId AND b.until > :now AND (:before::int IS NULL OR b.id < :before)
  AND (:activityId::int IS NULL OR b.activity_id = :activityId)
ORDER BY b.id DESC LIMIT :limit`,
})

/**
 * The first statement of every change of blocks. It waits for rings that are being written at the door, which lock its row, so that the
 * following statements see them. Rings and requests that arrive meanwhile wait for the commit and then see the block (place-ring.sql.ts,
 * visit-requests.ts).
 */
const holdDoors = <const P extends ParamTypes>(name: string, params: P, doors: string) =>
  statement({ name, params, sql: `UPDATE doors SET block_changes = block_changes + 1 WHERE id IN (${doors})` })
export const HOLD_DOOR_OF_RING = holdDoors(
  'hold-door-of-ring',
  { activityId: 'int' },
  'SELECT door_id FROM activities WHERE id = :activityId',
)
export const HOLD_DOOR_OF_BLOCK = holdDoors(
  'hold-door-of-block',
  { id: 'int', ownerId: 'int' },
  'SELECT door_id FROM visitor_blocks WHERE id = :id AND owner_id = :ownerId',
)
export const HOLD_DOORS_OF_ENDED_BLOCKS = holdDoors(
  'hold-doors-of-ended-blocks',
  { now: 'timestamptz' },
  'SELECT door_id FROM visitor_blocks WHERE until <= :now',
)

/** An ended block does not count, even before it is deleted. */
export const ADD_BLOCK = statement({
  name: 'block-add',
  params: { activityId: 'int', at: 'timestamptz', until: 'timestamptz', addressUntil: 'timestamptz' },
  sql: `INSERT INTO visitor_blocks (owner_id, door_id, activity_id, from_hash, timestamp, until, address_until)
SELECT owner_id, door_id, id, from_hash, :at, :until, :addressUntil FROM activities WHERE id = :activityId
ON CONFLICT (activity_id) DO UPDATE SET from_hash = EXCLUDED.from_hash, timestamp = EXCLUDED.timestamp, until = EXCLUDED.until,
  address_until = EXCLUDED.address_until WHERE visitor_blocks.until <= EXCLUDED.timestamp`,
})

export const LIFT_BLOCK = statement({
  name: 'block-lift',
  params: { id: 'int', ownerId: 'int' },
  row: { doorId: 'int' },
  sql: 'DELETE FROM visitor_blocks WHERE id = :id AND owner_id = :ownerId RETURNING door_id AS "doorId"',
})

/**
 * The rings `a` of its door that a block `b` closes: its own ring with the Call Agains, the others of its browser, those of its pass unless
 * that was approved again, and those from its address without a pass. No ring can come from the address before `address_until`, so the
 * comparison does not depend on the clocks of two processes.
 */
const CLOSES = `(COALESCE(a.again_of, a.id) = (SELECT COALESCE(of.again_of, of.id) FROM activities of WHERE of.id = b.activity_id)
  OR COALESCE(a.first_of_browser, a.id) = (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id)
  OR (a.visit_request_id = (SELECT of.visit_request_id FROM activities of WHERE of.id = b.activity_id)
    AND NOT EXISTS (SELECT FROM visit_requests v WHERE v.id = a.visit_request_id AND v.status = 'approved'))
  OR (a.from_hash = b.from_hash AND a.timestamp < b.address_until AND a.visit_request_id IS NULL))`

/** Ends the passes of the closed rings, as a decline does. */
export const END_PASSES = statement({
  name: 'block-end-passes',
  params: { blockId: 'int', at: 'timestamptz' },
  sql: `UPDATE visit_requests SET status = 'declined', decided_at = :at, mail_due = false
WHERE status = 'approved' AND id IN (
  SELECT a.visit_request_id FROM visitor_blocks b JOIN activities a ON a.owner_id = b.owner_id AND a.door_id = b.door_id
    WHERE b.id = :blockId AND ${CLOSES})`,
})

/** Updates `blocked` of a door's rings from its current blocks. */
export const UPDATE_BLOCKED = statement({
  name: 'update-blocked',
  params: { ownerId: 'int', doorId: 'int', at: 'timestamptz' },
  row: RING,
  sql: `WITH computed AS (
  SELECT a.id, EXISTS (SELECT FROM visitor_blocks b WHERE b.door_id = a.door_id AND b.until > :at AND ${CLOSES}) AS blocked
  FROM activities a WHERE a.owner_id = :ownerId AND a.door_id = :doorId
), changed AS (
  UPDATE activities a SET blocked = computed.blocked, version = version + 1 FROM computed
  WHERE a.id = computed.id AND a.blocked <> computed.blocked RETURNING a.*
)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
})

/** A row means that a browser with these rings, or this address, is blocked at the door. */
export const FIND_STOP = statement({
  name: 'block-stops',
  prepared: true,
  params: { doorId: 'int', visits: 'int[]', fromHash: 'text', now: 'timestamptz' },
  row: { id: 'int' },
  sql: `SELECT b.id FROM visitor_blocks b
WHERE b.door_id = :doorId AND b.until > :now
  AND (b.activity_id = ANY(:visits::int[]) OR (b.from_hash = :fromHash AND b.address_until > :now)
  OR (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id)
    IN (SELECT COALESCE(a.first_of_browser, a.id) FROM activities a WHERE a.id = ANY(:visits::int[]) AND a.door_id = :doorId)) LIMIT 1`,
})

/** Deletes blocks that have ended, and opens the rings that no other block closes. */
export const DELETE_ENDED_BLOCKS = statement({
  name: 'blocks-delete-ended',
  params: { now: 'timestamptz' },
  sql: `WITH over AS (DELETE FROM visitor_blocks WHERE until <= :now RETURNING owner_id, door_id)
UPDATE activities a SET blocked = false, version = version + 1
WHERE a.owner_id IN (SELECT owner_id FROM over) AND a.door_id IN (SELECT door_id FROM over) AND a.blocked
  AND NOT EXISTS (SELECT FROM visitor_blocks b WHERE b.door_id = a.door_id AND b.until > :now AND ${CLOSES})`,
})
