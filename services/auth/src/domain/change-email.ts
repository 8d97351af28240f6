/** A new address counts once the link that was mailed to it is opened; until then the old one does, and is told if it is verified (decision 24). */
import { randomToken, tokenHash } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { fold, heldSince, languageOf, storedName } from './account.ts'
import { changeAskedMail, newAddressMail } from './mails.ts'
import { askPasswordAgain, type PasswordAgainNeeds } from './password-again.ts'
import type { Accounts, EmailChanges, Verifications } from './ports.ts'
import { DAY, MAILS_A_DAY, verifyLink, waitBeforeMail } from './verification.ts'

export type ChangeEmailNeeds = PasswordAgainNeeds & {
  readonly accounts: Accounts
  readonly verifications: Verifications
  readonly emailChanges: EmailChanges
  readonly publicUrl: string
  readonly mailsWaiting: () => void
}

/**
 * Only the newest link of an account works. An account sends no more of these mails than an address gets: strangers' addresses are typed here.
 * @throws Refusal validation_failed, password_wrong, email_taken, email_rejected, limited, unauthenticated
 */
export async function changeEmail(
  needs: ChangeEmailNeeds,
  form: Input<'auth.change_email'>,
  caller: Caller & { readonly resident: ResidentIdentity },
): Promise<void> {
  const { accounts, clock, emailChanges, publicUrl } = needs
  const user = await accounts.byId(caller.resident.userId)
  if (!user) throw new Refusal('unauthenticated')
  const email = storedName('email', form.email, 'Invalid email address.')
  await askPasswordAgain(needs, user, caller, form.password)
  if (fold(email) === fold(user.email)) throw new Refusal('validation_failed', { details: { email: 'This is your address already.' } })
  const now = clock.now()
  if ((await accounts.taken({ usernameKey: '', lookalikeKey: '', emailKey: fold(email) }, heldSince(now))).email)
    throw new Refusal('email_taken')
  if (await needs.verifications.isRejected(user.id, fold(email), now)) throw new Refusal('email_rejected')
  await refuseTooManyMails(needs, user.id, email)
  const language = languageOf(user)
  const token = randomToken()
  const issued = { tokenHash: tokenHash(token), email, emailKey: fold(email), createdAt: now, expiresAt: clock.in(TIME.verifyMailLife) }
  await emailChanges.issue(user.id, issued, [
    newAddressMail(email, verifyLink(publicUrl, token), now, language),
    // An address that nobody has proved may be a stranger's: it is told nothing.
    ...(user.emailVerifiedAt ? [changeAskedMail(user.email, new URL('/settings', publicUrl).href, now, language)] : []),
  ])
  needs.mailsWaiting()
}

async function refuseTooManyMails({ clock, verifications, emailChanges }: ChangeEmailNeeds, userId: number, email: string): Promise<void> {
  const since = clock.in(-DAY)
  const [toAddress, byAccount] = await Promise.all([
    verifications.mailedSince(fold(email), since, MAILS_A_DAY),
    emailChanges.askedSince(userId, since, MAILS_A_DAY),
  ])
  const wait = Math.max(waitBeforeMail(toAddress, clock.now()), waitBeforeMail(byAccount, clock.now()))
  if (wait > 0) throw new Refusal('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
}
