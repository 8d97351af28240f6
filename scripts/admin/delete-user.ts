/** Deletes an account with everything that the services store of it, as its owner could: auth calls each service in turn. */
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../servers/server.ts'
import type { Rpc } from './connection.ts'

/** Longer than the files of a large account take. */
const PATIENCE_MS = 60_000
const AGAIN_MS = 500
/** One attempt calls every service. */
const TIMEOUT_MS = 60_000

/**
 * Returns once all data of the account is deleted. After a failed step the product's job continues.
 * @param by the operator, stored with the record of the deletion
 * @throws StartError naming the step that is not done after a minute, AppError not_found
 */
export async function deleteUser(rpc: Rpc, userId: number, by: string): Promise<void> {
  for (const began = performance.now(); ; await pause(AGAIN_MS)) {
    const { done, waitsFor } = await rpc.call('auth.delete_user', { userId, by }, undefined, { timeout: TIMEOUT_MS })
    if (done) return
    if (performance.now() - began > PATIENCE_MS)
      throw new StartError(`The account is closed, and its deletion waits for ${waitsFor}. It goes on by itself.`)
  }
}
