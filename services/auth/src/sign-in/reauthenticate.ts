/**
 * The person at a signed-in browser may not be the one who signed in, so sensitive changes require the password again
 * (docs/product/decisions.md, 26).
 */
import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { normalizeIdentifier, type UserRecord } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import type { Accounts, HashName } from '../core/ports.ts'
import { isFresh } from '../core/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { attemptClient } from './entrant.ts'
import type { LoginAttempts } from './login-attempts.ts'
import { type FailureDeps, recordFailure } from './record-failure.ts'
import type { PasswordStore, Passwords } from './stored-passwords.ts'
import { FAILURE_WINDOW } from './throttle.ts'
import { verifyPassword } from './verify-credentials.ts'

type Deps = FailureDeps & {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly loginAttempts: LoginAttempts
  readonly passwords: Passwords
  readonly passwordStore: Pick<PasswordStore, 'rehash'>
  readonly hashName: HashName
}

type FreshDeps = Pick<Deps, 'sessions' | 'clock'>

/** Wrong passwords of one session within the throttle's window; the owner may sign in again instead. */
const GUESSES = 5

/**
 * Without a password, passes only for a session whose password was entered within ten minutes. Guesses are counted per session, so that
 * they lock no other session out, and security receives each as a failed log-in.
 * @returns the user with the hash that counts now
 * @throws AppError validation_failed, password_wrong, limited
 */
export async function reauthenticate(
  deps: Deps,
  user: UserRecord,
  caller: Caller & { readonly resident: ResidentIdentity },
  password: string | undefined,
): Promise<UserRecord> {
  const { clock, sessions, loginAttempts } = deps
  const now = clock.now()
  if (!password) {
    const session = await sessions.byId(caller.resident.session)
    if (session && isFresh(session, now)) return user
    throw invalidField('password', 'password_required')
  }
  const input = {
    usernameKey: normalizeIdentifier(user.username),
    address: caller.address,
    network: null,
    deviceHash: tokenHash(`session ${caller.resident.session}`),
    at: now,
  }
  const attempt = await loginAttempts.begin(input, ({ deviceFailures }) => ({
    deviceKnown: true,
    wait: deviceFailures < GUESSES ? 0 : FAILURE_WINDOW,
  }))
  if (attempt.id === undefined) throw new AppError('limited', { retryAfterSeconds: FAILURE_WINDOW / 1000 })
  const verified = await verifyPassword(deps, attempt.id, user, password, caller.address)
  if (verified) {
    await loginAttempts.cancel(attempt.id)
    return verified
  }
  const nameHash = deps.hashName(input.usernameKey)
  await recordFailure(deps, { userId: user.id, nameHash, ...attemptClient(caller, user, true) })
  throw new AppError('password_wrong')
}

/**
 * For ten minutes from now on this session may change what needs the password.
 * @throws AppError password_wrong, limited, unauthenticated
 */
export async function confirmPassword(
  deps: FreshDeps & { readonly accounts: Pick<Accounts, 'byId'>; readonly reauthenticate: Bound<typeof reauthenticate> },
  caller: Caller & { readonly resident: ResidentIdentity },
  password: string,
): Promise<void> {
  const user = await deps.accounts.byId(caller.resident.userId)
  if (!user) throw new AppError('unauthenticated')
  await deps.reauthenticate(user, caller, password)
  await deps.sessions.confirm(caller.resident.session, deps.clock.now())
}

/** Checked before an action, so that a page need not send what would be refused. */
export async function passwordFresh({ sessions, clock }: FreshDeps, { session }: Pick<ResidentIdentity, 'session'>): Promise<boolean> {
  const found = await sessions.byId(session)
  return found !== undefined && isFresh(found, clock.now())
}

/** @throws AppError password_needed when this session's password was not entered within ten minutes */
export async function requireFresh(deps: FreshDeps, resident: Pick<ResidentIdentity, 'session'>): Promise<void> {
  if (!(await passwordFresh(deps, resident))) throw new AppError('password_needed')
}
