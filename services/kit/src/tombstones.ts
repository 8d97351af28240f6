/**
 * What a service keeps of a deleted account: the id alone, so that nothing which arrives later brings rows of it back: a late event, a
 * repeated request, a request that was under way. Table: tombstones (user_id int primary key).
 */
import type pg from 'pg'
import type { ServiceName } from '#proto/operation.ts'
import { type OperationName, operationNamed } from '#proto/operations/index.ts'
import { AppError } from './app-error.ts'
import type { HandlersOf, OperationRequest } from './handlers.ts'
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

type AnyHandler = (request: OperationRequest<OperationName>) => Promise<unknown>

/** What only reads shows nothing of a deleted account, because nothing is there. */
const writes = (name: string) => operationNamed(name as OperationName).http?.method !== 'GET'

/**
 * @returns the handlers; those that write refuse a resident of a deleted account with `unauthenticated`, whose session ended a moment ago
 */
export function refuseDeleted<S extends ServiceName>(service: S, table: HandlersOf<S>, { has }: Pick<Tombstones, 'has'>): HandlersOf<S> {
  const guard =
    (handle: AnyHandler): AnyHandler =>
    async (request) => {
      const { resident } = request.caller
      if (resident && (await has(resident.userId))) throw new AppError('unauthenticated')
      return handle(request)
    }
  const handlers = Object.entries(table as Record<string, AnyHandler>)
  return Object.fromEntries(
    handlers.map(([short, handle]) => [short, writes(`${service}.${short}`) ? guard(handle) : handle]),
  ) as HandlersOf<S>
}
