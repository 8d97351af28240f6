import type { Clock } from '#kit/clock.ts'
import { isMailedAlert } from '#proto/alert-kinds.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf, settingsOf } from '../core/account.ts'
import { dailyLimit } from '../core/mail-limits.ts'
import type { Accounts } from '../core/ports.ts'
import type { AccountAddresses } from './account-addresses.ts'
import { writeAlertMail } from './alert-mail-texts.ts'
import type { Mails } from './mails.ts'

export type AlertMailDeps = {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly mails: Pick<Mails, 'write'>
  readonly addresses: Pick<AccountAddresses, 'waitFor'>
  readonly clock: Clock
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

/**
 * Writes the mail about a security alert, once per key. An unconfirmed address may belong to a stranger and gets none; of those that any
 * stranger can cause with a wrong password one address gets five a day, so that they do not bury the others.
 * @returns whether the account gets one; false for a kind whose change is mailed anyway
 */
export async function mailAlert(deps: AlertMailDeps, { key, userId, alertType, params }: Input<'auth.mail_alert'>): Promise<boolean> {
  if (!isMailedAlert(alertType)) return false
  const user = await deps.accounts.byId(userId)
  if (!user?.emailVerifiedAt || !settingsOf(user).notificationsEnabled) return false
  const { address = '', location = '', count = '' } = params
  const link = new URL('/security', deps.publicUrl).href
  const { signedIn, ...mail } = writeAlertMail(alertType, { address, location, count }, link, languageOf(user) ?? 'en')
  const kind = `alert.${alertType}` as const
  if (!signedIn && (await deps.addresses.waitFor(user.email, kind, dailyLimit(deps.clock))) > 0) return false
  await deps.mails.write({ id: key, to: user.email, kind, at: deps.clock.now(), ...mail })
  deps.sendMailsSoon()
  return true
}
