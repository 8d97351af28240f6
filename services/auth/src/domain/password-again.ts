/** Who sits at a signed-in browser may not be who signed in: what matters most asks for the password again (decision 26). */
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { fold, type UserRecord } from './account.ts'
import { verifyPassword } from './login.ts'
import type { Passwords, Sessions, SignIns } from './ports.ts'
import { userAgentOf } from './session.ts'
import { FAILURE_WINDOW } from './throttle.ts'

export type PasswordAgainNeeds = {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly passwords: Passwords
  readonly outbox: Outbox
}

/** Wrong words of one session within the throttle's window; the owner may sign in anew. */
const GUESSES = 5

/**
 * Without a password only a session younger than ten minutes passes. Guesses are counted by session, so that they shut out nobody else, and each is
 * the same fact to security as a failed log-in.
 * @throws Refusal validation_failed, password_wrong, limited
 */
export async function askPasswordAgain(
  needs: PasswordAgainNeeds,
  user: UserRecord,
  caller: Caller & { readonly resident: ResidentIdentity },
  password: string | undefined,
): Promise<void> {
  const { clock, sessions, signIns, outbox } = needs
  const now = clock.now()
  if (!password) {
    const session = await sessions.byId(caller.resident.session)
    if (session && now.getTime() - session.createdAt.getTime() < TIME.passwordFresh) return
    throw new Refusal('validation_failed', { details: { password: 'Password is required' } })
  }
  const input = {
    usernameKey: fold(user.username),
    address: caller.address,
    network: null,
    deviceHash: tokenHash(`session ${caller.resident.session}`),
    at: now,
  }
  const attempt = await signIns.begin(input, ({ deviceFailures }) => ({
    deviceKnown: true,
    wait: deviceFailures < GUESSES ? 0 : FAILURE_WINDOW,
  }))
  if (attempt.id === undefined) throw new Refusal('limited', { retryAfterSeconds: FAILURE_WINDOW / 1000 })
  if (await verifyPassword(needs, attempt.id, user.passwordHash, password, caller.address)) return signIns.cancel(attempt.id)
  const facts = { userId: user.id, username: user.username, address: caller.address, userAgent: userAgentOf(caller), deviceKnown: true }
  const event = outbox.row('auth.login_failed', facts)
  await signIns.failed(event)
  outbox.soon(event)
  throw new Refusal('password_wrong')
}
