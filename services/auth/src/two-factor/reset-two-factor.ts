import { AppError } from '#kit/app-error.ts'
import { FIELD } from '#proto/limits.ts'
import { normalizeIdentifier, truncate } from '../core/account.ts'
import type { Accounts, LiveUpdates } from '../core/ports.ts'
import { type AnnounceDeps, announcementOf, publishAnnouncement } from '../mails/announce.ts'
import type { TwoFactors } from '../sign-in/factors.ts'

type Deps = AnnounceDeps & {
  readonly accounts: Pick<Accounts, 'byUsername'>
  readonly twoFactors: Pick<TwoFactors, 'reset'>
  readonly live: Pick<LiveUpdates, 'userChanged'>
}

/**
 * The operator, after checking the person, turns the account's second factors off. Stored with the operator's name, mailed to the account.
 * @returns whether two-factor was on
 * @throws AppError not_found
 */
export async function resetTwoFactor(deps: Deps, username: string, by: string): Promise<boolean> {
  const user = await deps.accounts.byUsername(normalizeIdentifier(username))
  if (!user) throw new AppError('not_found')
  const announcement = await announcementOf(deps, user.id, 'operatorReset', 'two_factor_disabled', null)
  const reset = await deps.twoFactors.reset(user.id, truncate(by, FIELD.name * 2), deps.clock.now(), announcement)
  if (!reset) return false
  publishAnnouncement(deps, announcement)
  deps.live.userChanged(user.id)
  return true
}
