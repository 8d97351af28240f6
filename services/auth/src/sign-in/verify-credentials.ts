import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Caller } from '#proto/envelope.ts'
import { signInNameOf, type UserRecord } from '../core/account.ts'
import type { HashName } from '../core/ports.ts'
import { attemptClient, type Entrant } from './entrant.ts'
import type { Attempt, LoginAttempts } from './login-attempts.ts'
import { type FailureDeps, recordFailure } from './record-failure.ts'
import type { PasswordStore, Passwords } from './stored-passwords.ts'
import { isTrustedDevice, networkOf, waitBeforeTry } from './throttle.ts'

export type VerifyDeps = FailureDeps & {
  readonly clock: Clock
  readonly loginAttempts: LoginAttempts
  readonly passwords: Passwords
  readonly passwordStore: Pick<PasswordStore, 'rehash'>
  readonly hashName: HashName
}
/**
 * Counts an attempt at a password and verifies it. The attempt counts as a failure until its caller cancels it.
 * @throws AppError credentials_wrong, limited, address_blocked, unavailable
 */
export async function verifyCredentials(
  deps: VerifyDeps,
  form: { readonly username: string; readonly password: string },
  caller: Caller,
): Promise<Entrant & { readonly attemptId: string }> {
  const { clock, loginAttempts } = deps
  const now = clock.now()
  const input = {
    // By account, not by what was typed: who alternates between name and address gets no more tries.
    usernameKey: await loginAttempts.usernameKeyOf(signInNameOf(form.username)),
    address: caller.address,
    network: networkOf(caller.address),
    deviceHash: caller.device ? tokenHash(caller.device) : null,
    at: now,
  }
  const attempt = await loginAttempts.begin(input, (facts) => {
    const deviceKnown = isTrustedDevice(facts)
    rejectBlockedAddress(caller, deviceKnown || facts.addressLifted)
    return { deviceKnown, wait: waitBeforeTry(facts, now) }
  })
  const { facts } = attempt
  const client = attemptClient(caller, facts.user, attempt.deviceKnown)
  const user = attempt.id === undefined ? undefined : await verifyPassword(deps, attempt.id, facts.user, form.password, caller.address)
  if (attempt.id === undefined || !user) {
    if (countsAsFailure(attempt)) {
      const nameHash = deps.hashName(input.usernameKey)
      await recordFailure(deps, { userId: facts.user?.id ?? null, nameHash, ...client })
    }
    throw errorOf(attempt)
  }
  const knownDevice = attempt.deviceKnown && input.deviceHash !== null ? input.deviceHash : undefined
  return { user, client, deviceExists: facts.deviceExists, knownDevice, attemptId: attempt.id }
}

/**
 * A password that was not looked at because others guess is no failed log-in: its owner's tries would block the owner's own address. From
 * an address whose passwords for this account were wrong it is one.
 */
const countsAsFailure = ({ id, facts }: Attempt) => id !== undefined || facts.failures > facts.failuresElsewhere

/** While an account is throttled, the page offers a sign-in link (sign-in-link.ts), whether or not the account exists. */
const errorOf = ({ id, wait }: Attempt) =>
  id === undefined
    ? new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000), params: { offers: 'link' } })
    : new AppError('credentials_wrong')

/**
 * A hash of a password that was not normalised is replaced.
 * @param user undefined for an unknown one
 * @returns the user with the hash that counts now; undefined for a wrong password
 * @throws AppError limited, unavailable: then the attempt does not count
 */
export async function verifyPassword(
  { loginAttempts, passwords, passwordStore }: Pick<VerifyDeps, 'loginAttempts' | 'passwords' | 'passwordStore'>,
  attemptId: string,
  user: UserRecord | undefined,
  password: string,
  address: string,
): Promise<UserRecord | undefined> {
  try {
    const result = await passwords.check(user?.passwordHash, password, address)
    if (!user || result === 'wrong') return undefined
    if (result === 'right') return user
    const passwordHash = await passwords.hash(password, address)
    return (await passwordStore.rehash(user.id, user.passwordHash, passwordHash)) ? { ...user, passwordHash } : user
  } catch (error) {
    await loginAttempts.cancel(attemptId)
    throw error
  }
}

/**
 * The gateway lets a blocked address through only with a device cookie, or if an owner has lifted the block for an account. It can verify
 * neither for this account. Auth can, and refuses everybody else the same way, whether or not the account exists
 * (docs/product/decisions.md, 27).
 */
export function rejectBlockedAddress(caller: Caller, passes: boolean): void {
  if (caller.addressBlocked && !passes) throw new AppError('address_blocked')
}
