import type { Clock } from '#kit/clock.ts'
import { isMailedAlert } from '#proto/alert-kinds.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf, settingsOf } from './account.ts'
import { writeAlertMail } from './alert-mail-texts.ts'
import type { Accounts, Mails } from './ports.ts'

export type AlertMailDeps = {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly mails: Pick<Mails, 'write'>
  readonly clock: Clock
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

/**
 * Writes the mail about a security alert, once per key. An unconfirmed address may belong to a stranger and gets none.
 * @returns whether the account gets one; false for a kind whose change is mailed anyway
 */
export async function mailAlert(deps: AlertMailDeps, { key, userId, alertType, params }: Input<'auth.mail_alert'>): Promise<boolean> {
  if (!isMailedAlert(alertType)) return false
  const user = await deps.accounts.byId(userId)
  if (!user?.emailVerifiedAt || !settingsOf(user).notificationsEnabled) return false
  const { address = '', location = '', count = '' } = params
  const link = new URL('/security', deps.publicUrl).href
  const written = writeAlertMail(alertType, { address, location, count }, link, languageOf(user) ?? 'en')
  await deps.mails.write({ id: key, to: user.email, at: deps.clock.now(), ...written })
  deps.sendMailsSoon()
  return true
}
