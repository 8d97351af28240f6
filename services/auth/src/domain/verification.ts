/** The address is proved by a mailed token; only its hash is kept (decision 24). */
import type { Clock } from '#kit/clock.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Language } from '#proto/languages.ts'
import { TIME } from '#proto/limits.ts'
import { fold, languageOf } from './account.ts'
import { changedMail, verificationMail } from './mails.ts'
import type { Accounts, Mail, MailedToken, Neighbours, Verifications } from './ports.ts'

export type VerificationNeeds = {
  readonly clock: Clock
  readonly verifications: Verifications
  readonly publicUrl: string
  readonly neighbours: Pick<Neighbours, 'tellUserChanged'>
  /** Mails are waiting: the sender looks now. */
  readonly mailsWaiting: () => void
}

/** One mail a minute and account; no address hears from us more often than that in a day, whoever claims it. */
const RESEND_AFTER = 60_000
export const MAILS_A_DAY = 5
export const DAY = 24 * 3_600_000
const REJECTED_LIFE = 30 * DAY

/** @param sent when mails went to this address within a day, newest first @returns milliseconds until the next may */
export function waitBeforeMail(sent: readonly Date[], now: Date): number {
  const last = sent[0]
  return Math.max(last ? last.getTime() + RESEND_AFTER - now.getTime() : 0, waitForDay(sent, now))
}

/** @param sent as above @returns milliseconds until fewer than a day's mails went there */
export function waitForDay(sent: readonly Date[], now: Date): number {
  const oldest = sent[MAILS_A_DAY - 1]
  return oldest ? Math.max(0, oldest.getTime() + DAY - now.getTime()) : 0
}

/** Whatever is to be proved, one page takes its token. A fragment reaches neither a server's log nor a Referer header. */
export const verifyLink = (publicUrl: string, token: string) => `${publicUrl.replace(/\/$/, '')}/auth#verify=${token}`

export function newVerification(
  needs: Pick<VerificationNeeds, 'clock' | 'publicUrl'>,
  email: string,
  language?: Language,
): { token: MailedToken; mail: Mail } {
  const token = randomToken()
  const at = needs.clock.now()
  return {
    token: { tokenHash: tokenHash(token), email, emailKey: fold(email), createdAt: at, expiresAt: needs.clock.in(TIME.verifyMailLife) },
    mail: verificationMail(email, verifyLink(needs.publicUrl, token), at, language),
  }
}

/** What the page asks about before anything is confirmed: mail scanners open links too. @throws Refusal token_invalid */
export async function previewVerification(needs: VerificationNeeds, token: string): Promise<{ username: string; email: string }> {
  const claim = await needs.verifications.claimOf(tokenHash(token), needs.clock.now())
  if (!claim) throw new Refusal('token_invalid')
  return claim
}

/**
 * The reader of the mail does not know the account: it loses its claim to the address, and sends nothing there for a month.
 * @throws Refusal token_invalid
 */
export async function rejectVerification({ verifications, clock }: VerificationNeeds, token: string): Promise<void> {
  if (!(await verifications.reject(tokenHash(token), clock.now(), clock.in(REJECTED_LIFE)))) throw new Refusal('token_invalid')
}

/**
 * Confirms an address, and puts a new one in the old one's place. The token works once.
 * @throws Refusal token_invalid when unknown, used, older than 72 h, or the address is somebody else's by now
 */
export async function verifyEmail(needs: VerificationNeeds, token: string): Promise<{ email: string }> {
  const now = needs.clock.now()
  const proved = await needs.verifications.redeem(tokenHash(token), now, (old) => changedMail(old.email, now, languageOf(old)))
  if (!proved) throw new Refusal('token_invalid')
  needs.mailsWaiting()
  needs.neighbours.tellUserChanged(proved.userId)
  return { email: proved.email }
}

/**
 * Sends the mail again; nothing to do for a verified address, or for one that somebody else has taken after the 72 h.
 * @throws Refusal email_rejected, limited, unauthenticated
 */
export async function resendVerification(needs: VerificationNeeds & { readonly accounts: Accounts }, userId: number): Promise<void> {
  const user = await needs.accounts.byId(userId)
  if (!user) throw new Refusal('unauthenticated')
  if (user.emailVerifiedAt || (await needs.verifications.heldByOther(fold(user.email), user.id))) return
  if (await needs.verifications.isRejected(user.id, fold(user.email), needs.clock.now())) throw new Refusal('email_rejected')
  const sent = await needs.verifications.mailedSince(fold(user.email), needs.clock.in(-DAY), MAILS_A_DAY)
  const wait = waitBeforeMail(sent, needs.clock.now())
  if (wait > 0) throw new Refusal('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  const { token, mail } = newVerification(needs, user.email, languageOf(user))
  await needs.verifications.issue(userId, token, mail)
  needs.mailsWaiting()
}
