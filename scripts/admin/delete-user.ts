/** Deletes an account with everything that the services keep of it. */
import type { Rpc } from './connection.ts'

/** In this order. The account itself is last: until it is gone, a deletion that was cut short can be started again. */
export const DELETIONS = ['doorbell.forget_owner', 'billing.forget_user', 'security.forget_user', 'auth.forget_user'] as const

/** Each step can be repeated. @returns how many activities were deleted */
export async function deleteUser(rpc: Rpc, userId: number): Promise<number> {
  let visits = 0
  for (const operation of DELETIONS) {
    const deleted = await rpc.call(operation, { userId })
    if ('visits' in deleted) visits += deleted.visits
  }
  return visits
}
