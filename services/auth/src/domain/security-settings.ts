import { AppError } from '#kit/app-error.ts'
import type { User } from '#proto/entities.ts'
import type { Input } from '#proto/operations/index.ts'
import { toUser, type UserRecord } from './account.ts'

type SwitchChange = { readonly notificationsEnabled?: boolean | undefined; readonly activityLogsEnabled?: boolean | undefined }

export interface SecuritySwitches {
  /** Changes the named switches alone: two pages that flip different ones lose neither. @returns undefined when the account is gone */
  change(userId: number, change: SwitchChange): Promise<UserRecord | undefined>
}

/**
 * Two-factor has a flow of its own, because it needs a code: a request that names it changes nothing, whatever else it names (decision 25).
 * @throws AppError two_factor_enrol, two_factor_required, unauthenticated
 */
export async function changeSecuritySettings(
  switches: SecuritySwitches,
  userId: number,
  { twoFactorEnabled, ...change }: Input<'auth.change_security_settings'>,
): Promise<User> {
  if (twoFactorEnabled === true) throw new AppError('two_factor_enrol')
  if (twoFactorEnabled === false) throw new AppError('two_factor_required.setting')
  const record = await switches.change(userId, change)
  if (!record) throw new AppError('unauthenticated')
  return toUser(record)
}
