/** Blocks of visitors at a door (docs/product/decisions.md, 11). */
import type pg from 'pg'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { type Blocks, StoredBlock } from './block-visitor.ts'
import {
  ADD_BLOCK,
  END_PASSES,
  FIND_STOP,
  HOLD_DOOR_OF_BLOCK,
  HOLD_DOOR_OF_RING,
  LIFT_BLOCK,
  LIST_BLOCKS,
  UPDATE_BLOCKED,
} from './blocks.sql.ts'

/** Whether a browser with these rings, or this address, is blocked at a door. */
export const isStopped = async (db: pg.Pool | pg.PoolClient, doorId: number, visits: readonly number[], fromHash: string, now: Date) =>
  (await fetchRow(db, FIND_STOP, { doorId, visits, fromHash, now })) !== undefined

const updateBlocked = async (client: pg.PoolClient, ownerId: number, doorId: number, at: Date) =>
  (await fetchRows(client, UPDATE_BLOCKED, { ownerId, doorId, at })).map(readRing)

export function createBlocks(pool: pg.Pool): Blocks {
  return {
    add: ({ ownerId, activityId, at, until, addressUntil }) =>
      inTransaction(pool, async (client) => {
        if (!(await execute(client, HOLD_DOOR_OF_RING, { activityId }))) return undefined
        await execute(client, ADD_BLOCK, { activityId, at, until, addressUntil })
        const row = await fetchRow(client, LIST_BLOCKS, { ownerId, now: at, before: null, activityId, limit: 1 })
        if (!row) throw new Error('a block that was written is gone')
        const block = StoredBlock.parse(row)
        await execute(client, END_PASSES, { blockId: block.id, at })
        return { block, rings: await updateBlocked(client, ownerId, block.doorId, at) }
      }),
    lift: (ownerId, id, now) =>
      inTransaction(pool, async (client) => {
        await execute(client, HOLD_DOOR_OF_BLOCK, { id, ownerId })
        const lifted = await fetchRow(client, LIFT_BLOCK, { id, ownerId })
        return lifted && updateBlocked(client, ownerId, lifted.doorId, now)
      }),
    stops: (doorId, visits, fromHash, now) => isStopped(pool, doorId, visits, fromHash, now),
    ofOwner: async (ownerId, { limit, before, now }) =>
      (await fetchRows(pool, LIST_BLOCKS, { ownerId, now, before, activityId: null, limit })).map((row) => StoredBlock.parse(row)),
  }
}
