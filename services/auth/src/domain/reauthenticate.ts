/** The person at a signed-in browser may not be the one who signed in, so sensitive changes require the password again (decision 26). */
import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { normalizeIdentifier, type UserRecord } from './account.ts'
import { verifyPassword } from './login.ts'
import type { Passwords, Sessions, SignIns } from './ports.ts'
import { userAgentOf } from './session.ts'
import { FAILURE_WINDOW } from './throttle.ts'

export type ReauthenticateDeps = {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly passwords: Passwords
  readonly outbox: Outbox
}

/** Wrong passwords of one session within the throttle's window; the owner may sign in again instead. */
const GUESSES = 5

/**
 * Without a password only a session younger than ten minutes passes. Guesses are counted per session, so that they lock out no other one,
 * and security receives each as a failed log-in.
 * @throws AppError validation_failed, password_wrong, limited
 */
export async function reauthenticate(
  deps: ReauthenticateDeps,
  user: UserRecord,
  caller: Caller & { readonly resident: ResidentIdentity },
  password: string | undefined,
): Promise<void> {
  const { clock, sessions, signIns, outbox } = deps
  const now = clock.now()
  if (!password) {
    const session = await sessions.byId(caller.resident.session)
    if (session && now.getTime() - session.createdAt.getTime() < TIME.passwordFresh) return
    throw invalidField('password', 'password_required')
  }
  const input = {
    usernameKey: normalizeIdentifier(user.username),
    address: caller.address,
    network: null,
    deviceHash: tokenHash(`session ${caller.resident.session}`),
    at: now,
  }
  const attempt = await signIns.begin(input, ({ deviceFailures }) => ({
    deviceKnown: true,
    wait: deviceFailures < GUESSES ? 0 : FAILURE_WINDOW,
  }))
  if (attempt.id === undefined) throw new AppError('limited', { retryAfterSeconds: FAILURE_WINDOW / 1000 })
  if (await verifyPassword(deps, attempt.id, user.passwordHash, password, caller.address)) return signIns.cancel(attempt.id)
  const facts = { userId: user.id, username: user.username, address: caller.address, userAgent: userAgentOf(caller), deviceKnown: true }
  const event = outbox.row('auth.login_failed', facts)
  await signIns.failed(event)
  outbox.soon(event)
  throw new AppError('password_wrong')
}
