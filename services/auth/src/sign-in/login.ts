import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import { settingsOf, signInNameOf, toUser, type UserRecord } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import type { HashName } from '../core/ports.ts'
import { openSession, userAgentOf } from '../core/session.ts'
import type { endReplacedSession } from '../sessions/sessions.ts'
import type { PasswordStore } from './passwords.ts'
import { type completeSignIn, type Entrant, rejectOutdated } from './sign-in.ts'
import type { Attempt, Passwords, SignIns } from './sign-ins.ts'
import { isTrustedDevice, networkOf, waitBeforeTry } from './throttle.ts'

type VerifyDeps = {
  readonly clock: Clock
  readonly outbox: Outbox
  readonly signIns: SignIns
  readonly passwords: Passwords
  readonly passwordStore: Pick<PasswordStore, 'rehash'>
  readonly hashName: HashName
}
type LoginDeps = VerifyDeps &
  Parameters<typeof rejectOutdated>[0] & {
    readonly completeSignIn: Bound<typeof completeSignIn>
    readonly endReplacedSession: Bound<typeof endReplacedSession>
  }

/**
 * Signs in. An unknown user and a wrong password take the same time and get the same response (docs/product/interface.md, HTTP); only the
 * right password is answered with the request for a code (docs/product/decisions.md, 25).
 * @throws AppError credentials_wrong, limited, address_blocked, unavailable, two_factor_required, code_wrong
 */
export async function login(deps: LoginDeps, form: Input<'auth.login'>, caller: Caller): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, signIns, outbox } = deps
  const entrant = await verifyCredentials(deps, form, caller)
  if (entrant.user.twoFactorEnabledAt) {
    await signIns.cancel(entrant.attemptId)
    return deps.completeSignIn(entrant, form.code, caller)
  }
  const user = toUser(entrant.user)
  const { session, device, cookies } = openSession(caller, clock, entrant.deviceExists)
  const event = outbox.row('auth.login_succeeded', { userId: user.id, ...entrant.client })
  await signIns.succeeded(entrant.attemptId, user.id, session, device, event)
  outbox.soon(event)
  await rejectOutdated(deps, entrant.user, session.id)
  await deps.endReplacedSession(caller)
  return { user, cookies: user.language ? { ...cookies, language: user.language } : cookies }
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
  const { clock, signIns, outbox } = deps
  const now = clock.now()
  const input = {
    // By account, not by the typed name: alternating between name and address gives no more tries.
    usernameKey: await signIns.usernameKeyOf(signInNameOf(form.username)),
    address: caller.address,
    network: networkOf(caller.address),
    deviceHash: caller.device ? tokenHash(caller.device) : null,
    at: now,
  }
  const attempt = await signIns.begin(input, (facts) => {
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
      const event = outbox.row('auth.login_failed', { userId: facts.user?.id ?? null, nameHash, ...client })
      await signIns.failed(event)
      outbox.soon(event)
    }
    throw errorOf(attempt)
  }
  const knownDevice = attempt.deviceKnown && input.deviceHash !== null ? input.deviceHash : undefined
  return { user, client, deviceExists: facts.deviceExists, knownDevice, attemptId: attempt.id }
}

/** The part of an attempt that security stores. The typed name is not in it: people type passwords there. */
export function attemptClient(caller: Caller, user: UserRecord | undefined, deviceKnown: boolean) {
  const logged = user === undefined || settingsOf(user).activityLogsEnabled
  return { username: '', address: caller.address, userAgent: userAgentOf(caller), deviceKnown, logged }
}

/**
 * An attempt that was refused unverified because others guess is no failed log-in: the owner's tries would block the owner's address. From
 * an address whose passwords for this account were wrong it is one.
 */
const countsAsFailure = ({ id, facts }: Attempt) => id !== undefined || facts.failures > facts.failuresElsewhere

/** While an account is throttled, the page offers a sign-in link (sign-in-link.ts), whether or not the account exists. */
const errorOf = ({ id, wait }: Attempt) =>
  id === undefined
    ? new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000), params: { offers: 'link' } })
    : new AppError('credentials_wrong')

/**
 * A right password whose hash is of the text before normalisation is hashed again.
 * @param user undefined for an unknown one
 * @returns the user with the hash that counts now; undefined for a wrong password
 * @throws AppError limited, unavailable: then the attempt does not count
 */
export async function verifyPassword(
  { signIns, passwords, passwordStore }: Pick<VerifyDeps, 'signIns' | 'passwords' | 'passwordStore'>,
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
    await signIns.cancel(attemptId)
    throw error
  }
}

/**
 * The gateway forwards a blocked address only with a device cookie, or if an owner has lifted the block for an account. It can verify
 * neither for this account. Auth can, and refuses all others in the same way, whether or not the account exists
 * (docs/product/decisions.md, 27).
 */
export function rejectBlockedAddress(caller: Caller, passes: boolean): void {
  if (caller.addressBlocked && !passes) throw new AppError('address_blocked')
}
