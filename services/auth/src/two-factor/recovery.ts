/**
 * Phone and recovery codes are lost (docs/product/decisions.md, 25). Password and mailbox together turn two-factor off, but only after 72 h
 * in which every session and every address of the account is notified and can cancel it: a thief of both succeeds only if the owner does
 * not react.
 */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/app-error.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { type MailLimit, wayBackLimit } from '../core/mail-limits.ts'
import type { Announcement, LiveUpdates, Mail } from '../core/ports.ts'
import { type AnnounceDeps, announcementOf, publishAnnouncement } from '../mails/announce.ts'
import { authLink } from '../mails/links.ts'
import { writeMail, writeMails } from '../mails/write-mail.ts'
import type { LoginAttempts } from '../sign-in/login-attempts.ts'
import type { verifyCredentials } from '../sign-in/verify-credentials.ts'

export type Recovery = { readonly id: string; readonly userId: number; readonly endsAt: Date }

export type RecoveryRequest = {
  readonly id: string
  readonly userId: number
  readonly tokenHash: string
  readonly requestedAt: Date
  readonly expiresAt: Date
}

export type RecoveryStart = { readonly beganAt: Date; readonly endsAt: Date; readonly cancelHash: string }

export interface Recoveries {
  /** @returns milliseconds that the account has to wait for its next link; 0 when this one is stored with its mail */
  request(request: RecoveryRequest, mail: Mail, limit: MailLimit): Promise<number>
  /** @returns the account whose recovery an unused link begins */
  ofLink(tokenHash: string, now: Date): Promise<{ readonly userId: number } | undefined>
  /**
   * Uses the link. Where a recovery waits already, that one stays.
   * @returns when the wait ends, and whether it is this one
   * @throws AppError token_invalid, two_factor_off
   */
  begin(tokenHash: string, start: RecoveryStart, announcement: Announcement): Promise<{ readonly endsAt: Date; readonly begun: boolean }>
  waitingOf(userId: number): Promise<Recovery | undefined>
  waitingByLink(cancelHash: string): Promise<Recovery | undefined>
  /** @returns false when it was cancelled or over already */
  cancel(id: string, now: Date, announcement: Announcement): Promise<boolean>
  due(now: Date, limit: number): Promise<Recovery[]>
  /** Removes the second factors. @returns false when it was cancelled, or another copy of auth has ended it */
  end(id: string, now: Date, announcement: Announcement): Promise<boolean>
}

type ChangeDeps = AnnounceDeps & { readonly recoveries: Recoveries; readonly live: Pick<LiveUpdates, 'userChanged'> }
type Deps = ChangeDeps & {
  readonly loginAttempts: Pick<LoginAttempts, 'cancel'>
  readonly publicUrl: string
  readonly verifyCredentials: Bound<typeof verifyCredentials>
}

const DUE_AT_ONCE = 50

/**
 * Mails the link that begins the wait. The right password gets the same answer whether or not two-factor is on and the address confirmed;
 * where it is not, a reset of the password by mail removes the factors.
 * @throws AppError credentials_wrong, limited, address_blocked, unavailable
 */
export async function requestRecovery(deps: Deps, form: Input<'auth.request_recovery'>, caller: Caller): Promise<void> {
  const { clock, recoveries } = deps
  const { user, attemptId } = await deps.verifyCredentials(form, caller)
  await deps.loginAttempts.cancel(attemptId)
  if (!user.twoFactorEnabledAt || !user.emailVerifiedAt) return
  const now = clock.now()
  const token = randomToken()
  const request = {
    id: randomUUID(),
    userId: user.id,
    tokenHash: tokenHash(token),
    requestedAt: now,
    expiresAt: clock.in(TIME.resetMailLife),
  }
  const link = authLink(deps.publicUrl, 'recovery', token)
  const mail = writeMail('factor.recoveryLink', { to: user.email, language: languageOf(user), at: now, link })
  if ((await recoveries.request(request, mail, wayBackLimit(clock))) === 0) deps.sendMailsSoon()
}

/**
 * Begins the wait. A link of a second request joins the wait that is in progress.
 * @throws AppError token_invalid, two_factor_off
 */
export async function beginRecovery(deps: Deps, token: string, caller: Caller): Promise<{ endsAt: string }> {
  const { clock, recoveries, outbox } = deps
  const now = clock.now()
  const request = await recoveries.ofLink(tokenHash(token), now)
  if (!request) throw new AppError('token_invalid')
  const { userId } = request
  const cancelToken = randomToken()
  const link = authLink(deps.publicUrl, 'cancel-recovery', cancelToken)
  const addresses = await deps.addresses.of(userId, now)
  const announcement = {
    events: [outbox.row('auth.factor_changed', { userId, change: 'recovery_started', address: caller.address })],
    mails: writeMails('factor.recoveryBegun', addresses, { at: now, link }),
  }
  const start = { beganAt: now, endsAt: clock.in(TIME.recoveryWait), cancelHash: tokenHash(cancelToken) }
  const { endsAt, begun } = await recoveries.begin(tokenHash(token), start, announcement)
  if (begun) {
    publishAnnouncement(deps, announcement)
    deps.live.userChanged(userId)
  }
  return { endsAt: endsAt.toISOString() }
}

/** @throws AppError token_invalid when no recovery waits */
export async function cancelRecoveryByLink(deps: ChangeDeps, token: string, caller: Caller): Promise<void> {
  const recovery = await deps.recoveries.waitingByLink(tokenHash(token))
  if (!recovery || !(await cancel(deps, recovery, caller.address))) throw new AppError('token_invalid')
}

/** From a signed-in session; idempotent. */
export async function cancelRecovery(deps: ChangeDeps, userId: number, caller: Caller): Promise<void> {
  const recovery = await deps.recoveries.waitingOf(userId)
  if (recovery) await cancel(deps, recovery, caller.address)
}

async function cancel(deps: ChangeDeps, { id, userId }: Recovery, address: string): Promise<boolean> {
  const announcement = await announcementOf(deps, userId, 'recoveryCancelled', 'recovery_cancelled', address)
  if (!(await deps.recoveries.cancel(id, deps.clock.now(), announcement))) return false
  publishAnnouncement(deps, announcement)
  deps.live.userChanged(userId)
  return true
}

/** A job: turns two-factor off where the wait is over. Each recovery is ended by one copy of auth, or cancelled. */
export async function endDueRecoveries(deps: ChangeDeps): Promise<void> {
  for (const { id, userId } of await deps.recoveries.due(deps.clock.now(), DUE_AT_ONCE)) {
    const announcement = await announcementOf(deps, userId, 'recoveryEnded', 'two_factor_disabled', null)
    if (!(await deps.recoveries.end(id, deps.clock.now(), announcement))) continue
    publishAnnouncement(deps, announcement)
    deps.live.userChanged(userId)
  }
}
