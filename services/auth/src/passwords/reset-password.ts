/**
 * A forgotten password: a mailed link, which works once and for 30 minutes, sets a new one (docs/product/decisions.md, 24;
 * docs/product/interface.md, HTTP).
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Language } from '#proto/languages.ts'
import { TIME } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf, normalizeIdentifier } from '../core/account.ts'
import { announceEnded, type RevokedEvent, revokedEvents } from '../core/end-sessions.ts'
import { type MailLimit, wayBackLimit } from '../core/mail-limits.ts'
import type { Announcement, LiveUpdates, Mail, MailedToken } from '../core/ports.ts'
import { DEVICE_LIFE, type KnownDevice } from '../core/session.ts'
import { authLink, signInPage } from '../mails/links.ts'
import { type Addressee, writeMail, writeMails } from '../mails/write-mail.ts'
import type { LoginAttempts } from '../sign-in/login-attempts.ts'
import type { Passwords } from '../sign-in/stored-passwords.ts'
import { enforcePasswordPolicy, type PasswordOwner, type PolicyDeps } from './password-policy.ts'

export type ResetRequest = { readonly id: string; readonly emailKey: string; readonly language: Language | null; readonly at: Date }
/** An account that a reset concerns, and where its mails go. */
export type ResetAccount = { readonly userId: number; readonly language: string | null; readonly addresses: readonly string[] }
export type IssuedReset = { readonly userId: number; readonly token: MailedToken; readonly mail: Mail }
export type PasswordReset = {
  readonly tokenHash: string
  readonly passwordHash: string
  readonly now: Date
  /** The browser that opened the link: it may try the new password even while the account is throttled. */
  readonly device: KnownDevice
  readonly event: (userId: number) => EventEnvelope<'auth.password_changed'>
  readonly revoked: (userId: number) => RevokedEvent
  readonly mail: (to: Addressee) => Mail
  /** The announcement that passkeys were removed. */
  readonly passkeysRemoved: (userId: number, to: readonly Addressee[]) => Announcement
}

export interface PasswordResets {
  /** Stores a request, whether or not an account has the address. */
  ask(request: ResetRequest): Promise<void>
  /** @returns requests that no copy has handled, oldest first */
  waiting(limit: number): Promise<ResetRequest[]>
  /**
   * Writes the mails of `issue` for each account that has the address, or had it within the last 72 h, unless the address has to wait. Only
   * the first of several copies does it.
   */
  handle(request: ResetRequest, limit: MailLimit, issue: (account: ResetAccount) => IssuedReset[]): Promise<void>
  /** @returns the account whose password an unused token sets */
  ownerOf(tokenHash: string, now: Date): Promise<PasswordOwner | undefined>
  /**
   * Consumes the token with all other links of the account and sets the password; ends all sessions and API tokens, forgets all other
   * devices and removes the passkeys: a thief of the old password may have added one, sign in with it, and cancel the owner's recovery. Of
   * an address that was never verified it also removes two-factor and pending changes, and verifies the address: a stranger may have
   * registered it.
   * @returns the events; undefined when the token is not valid
   */
  redeem(
    reset: PasswordReset,
  ): Promise<{ readonly events: readonly EventEnvelope[]; readonly ended: readonly EventEnvelope<'auth.session_revoked'>[] } | undefined>
}

type RequestDeps = {
  readonly clock: Clock
  readonly passwordResets: PasswordResets
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
  /** Wakes the job that handles requests. */
  readonly handleResetsSoon: () => void
}
type Deps = RequestDeps &
  PolicyDeps & {
    readonly passwords: Pick<Passwords, 'hash'>
    readonly loginAttempts: Pick<LoginAttempts, 'deviceExists'>
    readonly outbox: Outbox
    readonly live: Pick<LiveUpdates, 'sessionEnded'>
  }

const BATCH = 20

/** Answers before the address is looked up, so that the response time says nothing about it. */
export async function requestPasswordReset(deps: RequestDeps, email: string, language: Language | undefined): Promise<void> {
  const emailKey = normalizeIdentifier(email)
  await deps.passwordResets.ask({ id: randomUUID(), emailKey, language: language ?? null, at: deps.clock.now() })
  deps.handleResetsSoon()
}

/** Mails the links of all waiting requests. */
export async function mailResets(deps: RequestDeps): Promise<void> {
  const { passwordResets, clock } = deps
  for (;;) {
    const requests = await passwordResets.waiting(BATCH)
    for (const request of requests)
      await passwordResets.handle(request, wayBackLimit(clock), (account) => issueResets(deps, request, account))
    if (requests.length === 0) return
    deps.sendMailsSoon()
  }
}

/** Each address gets its own link. */
function issueResets({ clock, publicUrl }: RequestDeps, request: ResetRequest, account: ResetAccount): IssuedReset[] {
  const language = languageOf(account) ?? request.language ?? undefined
  const createdAt = clock.now()
  return account.addresses.map((email) => {
    const token = randomToken()
    const expiresAt = clock.in(TIME.resetMailLife)
    return {
      userId: account.userId,
      token: { tokenHash: tokenHash(token), email, emailKey: normalizeIdentifier(email), createdAt, expiresAt },
      mail: writeMail('account.resetPassword', { to: email, language, at: createdAt, link: authLink(publicUrl, 'reset', token) }),
    }
  })
}

/** @throws AppError token_invalid */
export async function previewPasswordReset({ passwordResets, clock }: RequestDeps, token: string): Promise<{ username: string }> {
  const owner = await passwordResets.ownerOf(tokenHash(token), clock.now())
  if (!owner) throw new AppError('token_invalid')
  return { username: owner.username }
}

/**
 * Sets a new password by a mailed link. The browser becomes a known device of the account, so that its owner can sign in during an attack;
 * a second factor is still asked for.
 * @throws AppError token_invalid, validation_failed, limited, unavailable
 */
export async function resetPassword(deps: Deps, form: Input<'auth.reset_password'>, caller: Caller): Promise<CookieEffects> {
  const { clock, outbox, passwordResets, publicUrl } = deps
  const hash = tokenHash(form.token)
  const owner = await passwordResets.ownerOf(hash, clock.now())
  if (!owner) throw new AppError('token_invalid')
  await enforcePasswordPolicy(deps, 'newPassword', form.newPassword, owner)
  const passwordHash = await deps.passwords.hash(form.newPassword, caller.address)
  const keepDevice = caller.device !== undefined && (await deps.loginAttempts.deviceExists(tokenHash(caller.device)))
  const device = keepDevice && caller.device ? caller.device : randomToken()
  const now = clock.now()
  const done = await passwordResets.redeem({
    tokenHash: hash,
    passwordHash,
    now,
    device: { hash: tokenHash(device), at: now },
    event: (userId) => outbox.row('auth.password_changed', { userId, address: caller.address, reset: true }),
    revoked: (userId) => revokedEvents(outbox, userId),
    mail: ({ email, language }) =>
      writeMail('account.passwordChanged', { to: email, language: languageOf({ language }), at: now, link: signInPage(publicUrl) }),
    passkeysRemoved: (userId, to) => ({
      events: [outbox.row('auth.factor_changed', { userId, change: 'passkey_removed', address: caller.address })],
      mails: writeMails('factor.passkeyRemoved', to, { at: now }),
    }),
  })
  if (!done) throw new AppError('token_invalid')
  outbox.soon(...done.events)
  announceEnded(deps, done.ended)
  deps.sendMailsSoon()
  return { device: { token: device, maxAgeSeconds: DEVICE_LIFE / 1000 } }
}
