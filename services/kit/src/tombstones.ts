/**
 * The row that a service keeps of a deleted account: only the id, so that nothing that arrives later creates rows of it: a late event, a
 * repeated request, a request in progress. Table: tombstones (user_id int primary key).
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

/** Operations that only read return nothing of a deleted account, because there are no rows. */
const writes = (name: OperationName) => operationNamed(name).http?.method !== 'GET'

/**
 * For `beforeOperation` of an app. It is checked only before the operation: code that inserts rows of an account checks again in its
 * transaction, as notify's devices do.
 * @throws AppError unauthenticated where a resident of a deleted account writes: the session has just ended
 */
export const refuseDeleted =
  ({ has }: Pick<Tombstones, 'has'>) =>
  async (name: OperationName, { resident }: Caller): Promise<void> => {
    if (resident && writes(name) && (await has(resident.userId))) throw new AppError('unauthenticated')
  }
