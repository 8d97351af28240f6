import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { fetchRow } from '#kit/postgres.ts'
import { LOCK_PASSWORD, LOCK_SESSION } from './locks.sql.ts'

/**
 * For what a session adds to its account: a reset or an undo, which ends sessions and removes what they have added, locks the same row. It
 * waits for this transaction and then finds the new row, or this transaction waits for it.
 * @throws AppError password_needed when the session is over
 */
export async function requireOpenSession(client: pg.PoolClient, userId: number, session: string): Promise<void> {
  const user = await fetchRow(client, LOCK_PASSWORD, { id: userId })
  if (!user || !(await fetchRow(client, LOCK_SESSION, { id: session }))) throw new AppError('password_needed')
}
