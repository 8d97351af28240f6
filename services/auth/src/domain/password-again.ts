/** Who sits at a signed-in browser may not be who signed in: what matters most asks for the password again (decision 26). */
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { fold, type UserRecord } from './account.ts'
import type { Passwords, Sessions, SignIns } from './ports.ts'
import { DEVICE_LIFE, userAgentOf } from './session.ts'
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
  const { clock, sessions, signIns, passwords, outbox } = needs
  const now = clock.now()
  if (!password) {
    const session = await sessions.byId(caller.resident.session)
    if (session && now.getTime() - session.createdAt.getTime() < TIME.passwordFresh) return
    throw new Refusal('validation_failed', { details: { password: 'Password is required' } })
  }
  const usernameKey = fold(user.username)
  const counted = { usernameKey, address: caller.address, deviceHash: tokenHash(`session ${caller.resident.session}`) }
  const since = { since: new Date(now.getTime() - FAILURE_WINDOW), devicesSince: new Date(now.getTime() - DEVICE_LIFE) }
  const { deviceFailures } = await signIns.facts({ ...counted, ...since })
  if (deviceFailures >= GUESSES) throw new Refusal('limited', { retryAfterSeconds: FAILURE_WINDOW / 1000 })
  if (await passwords.matches(user.passwordHash, password)) return
  const facts = { userId: user.id, username: user.username, address: caller.address, userAgent: userAgentOf(caller), deviceKnown: true }
  const event = outbox.row('auth.login_failed', facts)
  await signIns.failed({ ...counted, deviceKnown: true, at: now }, event)
  outbox.soon(event)
  throw new Refusal('password_wrong')
}
