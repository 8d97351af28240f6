/**
 * A new email address takes effect once the link that was mailed to it is opened. Until then the old one stays, and is notified if it is
 * verified (docs/product/decisions.md, 24).
 */
import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf, normalizeIdentifier, storedName } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { type MailLimit, resendLimit } from '../core/mail-limits.ts'
import type { Accounts, Mail, MailedToken } from '../core/ports.ts'
import { authLink } from '../mails/links.ts'
import { writeMail } from '../mails/write-mail.ts'
import type { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { Verifications } from './verification.ts'

export interface EmailChanges {
  /**
   * Stores the new link and invalidates the account's earlier ones, unless the new address or the account has to wait.
   * @returns how long, in milliseconds; 0 when stored
   */
  issue(userId: number, token: MailedToken, mails: readonly Mail[], limit: MailLimit): Promise<number>
}

type Deps = {
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'byId' | 'taken'>
  readonly reauthenticate: Bound<typeof reauthenticate>
  readonly verifications: Pick<Verifications, 'isRejected'>
  readonly emailChanges: EmailChanges
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

/**
 * Only the newest link of an account works. An account sends at most as many of these mails as one address may get, because the
 * typed address may belong to a stranger.
 * @throws AppError validation_failed, password_wrong, email_taken, email_rejected, limited, unauthenticated
 */
export async function changeEmail(
  deps: Deps,
  form: Input<'auth.change_email'>,
  caller: Caller & { readonly resident: ResidentIdentity },
): Promise<void> {
  const { accounts, clock, emailChanges, publicUrl } = deps
  const user = await accounts.byId(caller.resident.userId)
  if (!user) throw new AppError('unauthenticated')
  const email = storedName('email', form.email, 'new_email_invalid')
  await deps.reauthenticate(user, caller, form.password)
  if (normalizeIdentifier(email) === normalizeIdentifier(user.email)) throw invalidField('email', 'email_unchanged')
  const now = clock.now()
  const names = { usernameKey: '', lookalikeKey: '', emailKey: normalizeIdentifier(email) }
  if ((await accounts.taken(names, now, user.id)).email) throw new AppError('email_taken')
  if (await deps.verifications.isRejected(user.id, normalizeIdentifier(email), now)) throw new AppError('email_rejected')
  const language = languageOf(user)
  const token = randomToken()
  const issued = {
    tokenHash: tokenHash(token),
    email,
    emailKey: normalizeIdentifier(email),
    createdAt: now,
    expiresAt: clock.in(TIME.verifyMailLife),
  }
  const settings = new URL('/settings', publicUrl).href
  const mails = [
    writeMail('general.newAddress', { to: email, language, at: now, link: authLink(publicUrl, 'verify', token) }),
    // An unverified address may belong to a stranger, so it gets no mail.
    ...(user.emailVerifiedAt ? [writeMail('general.changeAsked', { to: user.email, language, at: now, link: settings })] : []),
  ]
  const wait = await emailChanges.issue(user.id, issued, mails, resendLimit(clock))
  if (wait > 0) throw new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  deps.sendMailsSoon()
}
