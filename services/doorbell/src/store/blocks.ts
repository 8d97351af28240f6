/** Blocks of visitors at a door (decision 11). */
import type pg from 'pg'
import { inTransaction, runStatement } from '#kit/postgres.ts'
import { type Blocks, StoredBlock } from '../domain/block-visitor.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

const LIST = {
  name: 'blocks',
  text: `SELECT b.id, b.activity_id AS "activityId", b.door_id AS "doorId", d.label AS "doorLabel",
  NULLIF(a.visitor_name, '') AS "visitorName", b.timestamp, b.until
FROM visitor_blocks b JOIN doors d ON d.id = b.door_id LEFT JOIN activities a ON a.id = b.activity_id
WHERE b.owner_id = $1 AND b.until > $2 AND ($3::int IS NULL OR b.id < $3) AND ($4::int IS NULL OR b.activity_id = $4)
ORDER BY b.id DESC LIMIT $5`,
}
/**
 * The first statement of every change of blocks. It waits for rings that are being written at the door, which lock its row, so that the
 * following statements see them. Rings and requests that come meanwhile wait for the commit and then see the block (place-ring.ts,
 * visit-requests.ts).
 */
const holdDoors = (doors: string) => `UPDATE doors SET block_changes = block_changes + 1 WHERE id IN (${doors})`
const HOLD_FOR_RING = holdDoors('SELECT door_id FROM activities WHERE id = $1')
const HOLD_FOR_BLOCK = holdDoors('SELECT door_id FROM visitor_blocks WHERE id = $1 AND owner_id = $2')
export const HOLD_FOR_OVER = holdDoors('SELECT door_id FROM visitor_blocks WHERE until <= $1')
/** An ended block does not count, also before it is deleted. */
const ADD = `INSERT INTO visitor_blocks (owner_id, door_id, activity_id, from_hash, timestamp, until, address_until)
SELECT owner_id, door_id, id, from_hash, $2, $3, $4 FROM activities WHERE id = $1
ON CONFLICT (activity_id) DO UPDATE SET from_hash = EXCLUDED.from_hash, timestamp = EXCLUDED.timestamp, until = EXCLUDED.until,
  address_until = EXCLUDED.address_until WHERE visitor_blocks.until <= EXCLUDED.timestamp`
const LIFT = 'DELETE FROM visitor_blocks WHERE id = $1 AND owner_id = $2 RETURNING door_id AS "doorId"'
/**
 * Which rings `a` of its door a block `b` closes: its own ring with the Call Agains, the others of its browser, those of its pass unless
 * that was approved again, and those from its address without a pass. No ring can come from the address before `address_until`, so the
 * comparison does not depend on the clocks of two processes.
 */
export const CLOSES = `(COALESCE(a.again_of, a.id) = (SELECT COALESCE(of.again_of, of.id) FROM activities of WHERE of.id = b.activity_id)
  OR COALESCE(a.first_of_browser, a.id) = (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id)
  OR (a.visit_request_id = (SELECT of.visit_request_id FROM activities of WHERE of.id = b.activity_id)
    AND NOT EXISTS (SELECT FROM visit_requests v WHERE v.id = a.visit_request_id AND v.status = 'approved'))
  OR (a.from_hash = b.from_hash AND a.timestamp < b.address_until AND a.visit_request_id IS NULL))`
/** Ends the passes of the closed rings, as a decline does. */
const END_PASSES = `UPDATE visit_requests SET status = 'declined', decided_at = $2, mail_due = false
WHERE status = 'approved' AND id IN (
  SELECT a.visit_request_id FROM visitor_blocks b JOIN activities a ON a.owner_id = b.owner_id AND a.door_id = b.door_id
    WHERE b.id = $1 AND ${CLOSES})`
/** Updates `blocked` of a door's rings by its current blocks. */
const UPDATE_BLOCKED = {
  name: 'update-blocked',
  text: `WITH computed AS (
  SELECT a.id, EXISTS (SELECT FROM visitor_blocks b WHERE b.door_id = a.door_id AND b.until > $3 AND ${CLOSES}) AS blocked
  FROM activities a WHERE a.owner_id = $1 AND a.door_id = $2
), changed AS (
  UPDATE activities a SET blocked = computed.blocked, version = version + 1 FROM computed
  WHERE a.id = computed.id AND a.blocked <> computed.blocked RETURNING a.*
)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
}
const STOPS = {
  name: 'block-stops',
  text: `SELECT 1 FROM visitor_blocks b
WHERE b.door_id = $1 AND b.until > $4 AND (b.activity_id = ANY($2::int[]) OR (b.from_hash = $3 AND b.address_until > $4)
  OR (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id)
    IN (SELECT COALESCE(a.first_of_browser, a.id) FROM activities a WHERE a.id = ANY($2::int[]) AND a.door_id = $1)) LIMIT 1`,
}

/** Whether a browser with these rings, or this address, is blocked at a door. */
export const isStopped = async (db: pg.Pool | pg.PoolClient, doorId: number, visits: readonly number[], fromHash: string, now: Date) =>
  (await runStatement(db, STOPS, [doorId, visits, fromHash, now])).length > 0

export function createBlocks(pool: pg.Pool): Blocks {
  const list = async (db: pg.Pool | pg.PoolClient, values: readonly unknown[]) =>
    (await runStatement(db, LIST, values)).map((row) => StoredBlock.parse(row))
  const updateBlocked = async (client: pg.PoolClient, values: readonly unknown[]) =>
    (await runStatement(client, UPDATE_BLOCKED, values)).map(readRing)
  return {
    add: ({ ownerId, activityId, at, until, addressUntil }) =>
      inTransaction(pool, async (client) => {
        if (!(await client.query(HOLD_FOR_RING, [activityId])).rowCount) return undefined
        await client.query(ADD, [activityId, at, until, addressUntil])
        const [block] = await list(client, [ownerId, at, null, activityId, 1])
        if (!block) throw new Error('a block that was written is gone')
        await client.query(END_PASSES, [block.id, at])
        return { block, rings: await updateBlocked(client, [ownerId, block.doorId, at]) }
      }),
    lift: (ownerId, id, now) =>
      inTransaction(pool, async (client) => {
        await client.query(HOLD_FOR_BLOCK, [id, ownerId])
        const { rows } = await client.query<{ doorId: number }>(LIFT, [id, ownerId])
        const [lifted] = rows
        return lifted && (await updateBlocked(client, [ownerId, lifted.doorId, now]))
      }),
    stops: (doorId, visits, fromHash, now) => isStopped(pool, doorId, visits, fromHash, now),
    ofOwner: (ownerId, { limit, before, now }) => list(pool, [ownerId, now, before ?? null, null, limit]),
  }
}
