/** Who may not ring at a door (decision 11). */
import type pg from 'pg'
import { inTransaction, runStatement } from '#kit/postgres.ts'
import { type Blocks, VisitorBlock } from '../domain/block-visitor.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

const LIST = {
  name: 'blocks',
  text: `SELECT b.id, b.activity_id AS "activityId", b.door_id AS "doorId", d.label AS "doorLabel", NULLIF(a.visitor_name, '') AS "visitorName",
  b.timestamp, b.until
FROM visitor_blocks b JOIN doors d ON d.id = b.door_id LEFT JOIN activities a ON a.id = b.activity_id
WHERE b.owner_id = $1 AND b.until > $2 AND ($3::int IS NULL OR b.id < $3) AND ($4::int IS NULL OR b.activity_id = $4)
ORDER BY b.id DESC LIMIT $5`,
}
const ADD = `INSERT INTO visitor_blocks (owner_id, door_id, activity_id, from_hash, timestamp, until, address_until)
SELECT owner_id, door_id, id, from_hash, $2, $3, $4 FROM activities WHERE id = $1
ON CONFLICT (activity_id) DO NOTHING`
const LIFT = 'DELETE FROM visitor_blocks WHERE id = $1 AND owner_id = $2 RETURNING door_id AS "doorId"'
/**
 * Which rings `a` of its door a block `b` closes: its own with its Call Agains, the others of its browser, and what had come from its address without
 * a pass.
 */
export const CLOSES = `(COALESCE(a.again_of, a.id) = (SELECT COALESCE(of.again_of, of.id) FROM activities of WHERE of.id = b.activity_id)
  OR COALESCE(a.first_of_browser, a.id) = (SELECT COALESCE(of.first_of_browser, of.id) FROM activities of WHERE of.id = b.activity_id)
  OR (a.from_hash = b.from_hash AND a.timestamp <= b.timestamp AND a.visit_request_id IS NULL))`
/** Lets the rings of a door say what its blocks make of them. */
const SAY = {
  name: 'say-blocked',
  text: `WITH said AS (
  SELECT a.id, EXISTS (SELECT FROM visitor_blocks b WHERE b.door_id = a.door_id AND b.until > $3 AND ${CLOSES}) AS blocked
  FROM activities a WHERE a.owner_id = $1 AND a.door_id = $2
), changed AS (
  UPDATE activities a SET blocked = said.blocked, version = version + 1 FROM said
  WHERE a.id = said.id AND a.blocked <> said.blocked RETURNING a.*
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

export function createBlocks(pool: pg.Pool): Blocks {
  const list = async (db: pg.Pool | pg.PoolClient, values: readonly unknown[]) =>
    (await runStatement(db, LIST, values)).map((row) => VisitorBlock.parse(row))
  const say = async (client: pg.PoolClient, values: readonly unknown[]) => (await runStatement(client, SAY, values)).map(readRing)
  return {
    add: ({ ownerId, activityId, at, until, addressUntil }) =>
      inTransaction(pool, async (client) => {
        await client.query(ADD, [activityId, at, until, addressUntil])
        const [block] = await list(client, [ownerId, at, null, activityId, 1])
        if (!block) throw new Error('a block that was written is gone')
        return { block, rings: await say(client, [ownerId, block.doorId, at]) }
      }),
    lift: (ownerId, id, now) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ doorId: number }>(LIFT, [id, ownerId])
        const [lifted] = rows
        return lifted && (await say(client, [ownerId, lifted.doorId, now]))
      }),
    ofOwner: (ownerId, { limit, before, now }) => list(pool, [ownerId, now, before ?? null, null, limit]),
    stops: async (doorId, visits, fromHash, now) => (await runStatement(pool, STOPS, [doorId, visits, fromHash, now])).length > 0,
  }
}
