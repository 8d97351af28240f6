import { AppError } from '#kit/app-error.ts'
import type { User } from '#proto/entities.ts'
import type { Input } from '#proto/operations/index.ts'
import { toUser } from '../core/account.ts'
import type { Accounts } from '../core/ports.ts'

/**
 * Changes only the fields that are given.
 * @throws AppError unauthenticated when the account is gone
 */
export async function changeProfile(
  accounts: Pick<Accounts, 'changeProfile'>,
  userId: number,
  form: Input<'auth.change_profile'>,
): Promise<User> {
  const record = await accounts.changeProfile(userId, form)
  if (!record) throw new AppError('unauthenticated')
  return toUser(record)
}
