import { fetchRowByPrisma } from '#kit/postgres.ts'
import type { Ring } from './ring.ts'
import { RING_BY_ID, readRing } from './ring-columns.sql.ts'

/** The ring as it is after a change in the same transaction. @throws Error if it is deleted meanwhile */
export async function readChangedRing(tx: Parameters<typeof fetchRowByPrisma>[0], id: number): Promise<Ring> {
  const row = await fetchRowByPrisma(tx, RING_BY_ID, { id })
  if (!row) throw new Error('the ring is deleted')
  return readRing(row)
}
