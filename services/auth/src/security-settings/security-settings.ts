import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { User } from '#proto/entities.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import { settingsOf, toUser, type UserRecord } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import type { Accounts, Mail } from '../core/ports.ts'
import type { AccountAddresses } from '../mails/account-addresses.ts'
import { addresseesOf } from '../mails/announce.ts'
import { writeMails } from '../mails/write-mail.ts'
import type { requireFresh } from '../sign-in/reauthenticate.ts'

type SwitchChange = { readonly notificationsEnabled?: boolean | undefined; readonly activityLogsEnabled?: boolean | undefined }

export interface SecuritySwitches {
  /**
   * Changes only the named switches: two pages that change different ones do not overwrite each other.
   * @returns undefined when the account is gone
   */
  change(userId: number, change: SwitchChange, mails: readonly Mail[]): Promise<UserRecord | undefined>
}

type Deps = {
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'byId'>
  readonly requireFresh: Bound<typeof requireFresh>
  readonly addresses: AccountAddresses
  readonly securitySwitches: SecuritySwitches
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

const MAIL_OF = { notificationsEnabled: 'notificationsOff', activityLogsEnabled: 'logsOff' } as const
const SWITCHES = ['notificationsEnabled', 'activityLogsEnabled'] as const

/**
 * Turning a switch off hides activity, which a thief of the session may want: that needs the password, and one last mail announces
 * it. Two-factor has its own flow, because it needs a code: a request that names it changes nothing, whatever else it contains
 * (docs/product/decisions.md, 25).
 * @throws AppError two_factor_enrol, two_factor_required, password_needed, unauthenticated
 */
export async function changeSecuritySettings(
  deps: Deps,
  resident: ResidentIdentity,
  { twoFactorEnabled, ...change }: Input<'auth.change_security_settings'>,
): Promise<User> {
  if (twoFactorEnabled === true) throw new AppError('two_factor_enrol')
  if (twoFactorEnabled === false) throw new AppError('two_factor_required.setting')
  const user = await deps.accounts.byId(resident.userId)
  if (!user) throw new AppError('unauthenticated')
  const before = settingsOf(user)
  const turnedOff = SWITCHES.filter((name) => before[name] && change[name] === false)
  if (turnedOff.length > 0) await deps.requireFresh(resident)
  const mails = await Promise.all(turnedOff.map((name) => mailsOf(deps, user, MAIL_OF[name])))
  const record = await deps.securitySwitches.change(user.id, change, mails.flat())
  if (!record) throw new AppError('unauthenticated')
  deps.sendMailsSoon()
  return toUser(record)
}

async function mailsOf(deps: Deps, user: UserRecord, kind: 'notificationsOff' | 'logsOff'): Promise<Mail[]> {
  const link = new URL('/security', deps.publicUrl).href
  const to = await addresseesOf(deps, user.id, `account.${kind}`)
  return writeMails(`account.${kind}`, to, { at: deps.clock.now(), link })
}
