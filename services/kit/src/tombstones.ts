/**
 * What a service keeps of a deleted account: the id alone, so that nothing which arrives later brings rows of it back: a late event, a
 * repeated request, a request that was under way. Table: tombstones (user_id int primary key).
 */
import type pg from 'pg'
import type { Caller } from '#proto/envelope.ts'
import { type OperationName, operationNamed } from '#proto/operations/index.ts'
import { AppError } from './app-error.ts'
import { execute, fetchRow } from './postgres.ts'
import { FIND_TOMBSTONE, PUT_TOMBSTONE } from './tombstones.sql.ts'

export interface Tombstones {
  put(userId: number): Promise<void>
  has(userId: number): Promise<boolean>
}

export const createTombstones = (pool: pg.Pool): Tombstones => ({
  put: async (userId) => void (await execute(pool, PUT_TOMBSTONE, { userId })),
  has: async (userId) => (await fetchRow(pool, FIND_TOMBSTONE, { userId })) !== undefined,
})

/** What only reads shows nothing of a deleted account, because nothing is there. */
const writes = (name: OperationName) => operationNamed(name).http?.method !== 'GET'

/**
 * For `beforeOperation` of an app. It looks before the operation alone: what inserts rows of an account looks again where it stores them,
 * as notify's devices do.
 * @throws AppError unauthenticated where a resident of a deleted account writes: the session ended a moment ago
 */
export const refuseDeleted =
  ({ has }: Pick<Tombstones, 'has'>) =>
  async (name: OperationName, { resident }: Caller): Promise<void> => {
    if (resident && writes(name) && (await has(resident.userId))) throw new AppError('unauthenticated')
  }
