/** A mailed token proves an email address; only the token's hash is stored (docs/product/decisions.md, 24). */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Language } from '#proto/languages.ts'
import { TIME } from '#proto/limits.ts'
import { languageOf, normalizeIdentifier } from '../core/account.ts'
import { type MailLimit, resendLimit } from '../core/mail-limits.ts'
import type { Accounts, LiveUpdates, Mail, MailedToken } from '../core/ports.ts'
import { authLink } from '../mails/links.ts'
import { writeMail } from '../mails/write-mail.ts'

export interface Verifications {
  /** @returns milliseconds until this address may get another of these mails, whichever account asks; 0 when now */
  waitFor(emailKey: string, limit: MailLimit): Promise<number>
  /** Whether another account holds the address now. */
  heldByOther(emailKey: string, userId: number): Promise<boolean>
  /** Stores the token and its mail in one transaction, unless the address has to wait. @returns how long, in milliseconds; 0 when stored */
  issue(userId: number, token: MailedToken, mail: Mail, limit: MailLimit): Promise<number>
  /** @returns the account and address that an unused token verifies */
  claimOf(tokenHash: string, now: Date): Promise<{ readonly username: string; readonly email: string } | undefined>
  /** Consumes the token, and takes the address from the account unless it is verified. @returns false when the token is not valid */
  reject(tokenHash: string, now: Date, until: Date): Promise<boolean>
  /** Whether the reader of this address has answered that the account is not theirs. */
  isRejected(userId: number, emailKey: string, now: Date): Promise<boolean>
  /**
   * Consumes the token and marks its address verified. A new address becomes the account's; what `onChange` makes is written with it.
   * @returns the address, its user and the event of a change, or undefined when the token is not valid
   */
  redeem(
    tokenHash: string,
    now: Date,
    onChange: (old: OldAddress) => EmailChanged,
  ): Promise<{ readonly userId: number; readonly email: string; readonly event: EmailChanged['event'] | undefined } | undefined>
}

/** The address that an account had until now. */
export type OldAddress = { readonly userId: number; readonly email: string; readonly verified: boolean; readonly language: string | null }

/** Written in the transaction of a change of address. */
export type EmailChanged = {
  readonly event: EventEnvelope<'auth.email_changed'>
  /** To the old address, and the token of its link; absent when that was never verified. */
  readonly mail?: Mail
  readonly undo?: MailedToken
}

type Deps = {
  readonly clock: Clock
  readonly verifications: Verifications
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly live: Pick<LiveUpdates, 'userChanged'>
  /** Wakes the job that sends mails. */
  readonly sendMailsSoon: () => void
}

const REJECTED_LIFE = 30 * DAY_MS

export function newVerification(
  deps: Pick<Deps, 'clock' | 'publicUrl'>,
  email: string,
  language?: Language,
): { token: MailedToken; mail: Mail } {
  const token = randomToken()
  const at = deps.clock.now()
  return {
    token: {
      tokenHash: tokenHash(token),
      email,
      emailKey: normalizeIdentifier(email),
      createdAt: at,
      expiresAt: deps.clock.in(TIME.verifyMailLife),
    },
    mail: writeMail('general.verification', { to: email, language, at, link: authLink(deps.publicUrl, 'verify', token) }),
  }
}

/** Shows what a token would confirm; the user confirms on the page, because mail scanners open links too. @throws AppError token_invalid */
export async function previewVerification(deps: Deps, token: string): Promise<{ username: string; email: string }> {
  const claim = await deps.verifications.claimOf(tokenHash(token), deps.clock.now())
  if (!claim) throw new AppError('token_invalid')
  return claim
}

/**
 * "Not me": the account loses the address, and sends no mail there for 30 days.
 * @throws AppError token_invalid
 */
export async function rejectVerification({ verifications, clock }: Deps, token: string): Promise<void> {
  if (!(await verifications.reject(tokenHash(token), clock.now(), clock.in(REJECTED_LIFE)))) throw new AppError('token_invalid')
}

/**
 * Confirms an address; a new one replaces the account's old one, which can undo that for 72 h. The token works once.
 * @param address of the client
 * @throws AppError token_invalid when it is unknown, used or older than 72 h, or another account has the address by now
 */
export async function verifyEmail(deps: Deps, token: string, address: string): Promise<{ email: string }> {
  const proved = await deps.verifications.redeem(tokenHash(token), deps.clock.now(), (old) => onEmailChanged(deps, old, address))
  if (!proved) throw new AppError('token_invalid')
  if (proved.event) deps.outbox.soon(proved.event)
  deps.sendMailsSoon()
  deps.live.userChanged(proved.userId)
  return { email: proved.email }
}

/** The event of a change, and the link that undoes it; an address that was never verified gets no mail: it may belong to a stranger. */
function onEmailChanged({ clock, publicUrl, outbox }: Deps, old: OldAddress, address: string) {
  const event = outbox.row('auth.email_changed', { userId: old.userId, address })
  if (!old.verified) return { event }
  const token = randomToken()
  const at = clock.now()
  const { email } = old
  const expiresAt = clock.in(TIME.emailUndoLife)
  const undo = { tokenHash: tokenHash(token), email, emailKey: normalizeIdentifier(email), createdAt: at, expiresAt }
  const mail = writeMail('account.emailChanged', { to: email, language: languageOf(old), at, link: authLink(publicUrl, 'undo', token) })
  return { event, undo, mail }
}

/**
 * Sends the mail again, unless the address is verified or another account has taken it after the 72 h.
 * @throws AppError email_rejected, limited, unauthenticated
 */
export async function resendVerification(deps: Deps & { readonly accounts: Accounts }, userId: number): Promise<void> {
  const user = await deps.accounts.byId(userId)
  if (!user) throw new AppError('unauthenticated')
  if (user.emailVerifiedAt || (await deps.verifications.heldByOther(normalizeIdentifier(user.email), user.id))) return
  if (await deps.verifications.isRejected(user.id, normalizeIdentifier(user.email), deps.clock.now())) throw new AppError('email_rejected')
  const { token, mail } = newVerification(deps, user.email, languageOf(user))
  const wait = await deps.verifications.issue(userId, token, mail, resendLimit(deps.clock))
  if (wait > 0) throw new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  deps.sendMailsSoon()
}
