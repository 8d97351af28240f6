/** Deletes an account with everything that the services keep of it. */
import type { Rpc } from './connection.ts'

/**
 * Each step can be repeated. The account itself is last: until it is gone, a deletion that was cut short can be started again.
 * @returns how many activities were deleted
 */
export async function deleteUser(rpc: Rpc, userId: number): Promise<number> {
  const { visits } = await rpc.call('doorbell.forget_owner', { userId })
  await rpc.call('billing.forget_user', { userId })
  await rpc.call('security.forget_user', { userId })
  await rpc.call('auth.forget_user', { userId })
  return visits
}
