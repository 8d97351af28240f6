import { AppError } from '#kit/app-error.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { stripHiddenToOneLine } from '#proto/sanitized-text.ts'
import { normalizeIdentifier, toUser, truncate } from './account.ts'
import type { Attempt, Passwords, SignIns } from './ports.ts'
import { openSession, userAgentOf } from './session.ts'
import { endReplacedSession, type SessionDeps } from './sessions.ts'
import { isTrustedDevice, networkOf, waitBeforeTry } from './throttle.ts'

export type LoginDeps = SessionDeps & {
  readonly signIns: SignIns
  readonly passwords: Passwords
  readonly log: Log
}

/**
 * Signs in. An unknown user and a wrong password take the same time and get the same response (interface: HTTP).
 * @throws AppError credentials_wrong, limited, address_blocked, unavailable
 */
export async function login(deps: LoginDeps, form: Input<'auth.login'>, caller: Caller): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, signIns, outbox } = deps
  const now = clock.now()
  const input = {
    usernameKey: normalizeIdentifier(form.username),
    address: caller.address,
    network: networkOf(caller.address),
    deviceHash: caller.device ? tokenHash(caller.device) : null,
    at: now,
  }
  const attempt = await signIns.begin(input, (facts) => {
    const deviceKnown = isTrustedDevice(facts)
    rejectBlockedAddress(caller, deviceKnown)
    return { deviceKnown, wait: waitBeforeTry(facts, now) }
  })
  const { facts } = attempt
  const client: AttemptClient = {
    username: truncate(stripHiddenToOneLine(form.username), FIELD.username),
    address: caller.address,
    userAgent: userAgentOf(caller),
    deviceKnown: attempt.deviceKnown,
  }
  const right =
    attempt.id !== undefined && (await verifyPassword(deps, attempt.id, facts.user?.passwordHash, form.password, caller.address))
  if (attempt.id === undefined || !right || !facts.user) {
    const event = outbox.row('auth.login_failed', { userId: facts.user?.id ?? null, ...client })
    await signIns.failed(event)
    outbox.soon(event)
    throw errorOf(attempt)
  }
  const user = toUser(facts.user)
  const { session, device, cookies } = openSession(caller, clock, facts.deviceExists)
  const event = outbox.row('auth.login_succeeded', { userId: user.id, ...client })
  await signIns.succeeded(attempt.id, user.id, session, device, event)
  outbox.soon(event)
  await endReplacedSession(deps, caller)
  return { user, cookies: user.language ? { ...cookies, language: user.language } : cookies }
}

type AttemptClient = { username: string; address: string; userAgent: string; deviceKnown: boolean }

const errorOf = ({ id, wait }: Attempt) =>
  id === undefined ? new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000) }) : new AppError('credentials_wrong')

/** @param hash undefined for an unknown user @throws AppError limited, unavailable: then the attempt does not count */
export async function verifyPassword(
  { signIns, passwords }: Pick<LoginDeps, 'signIns' | 'passwords'>,
  attemptId: string,
  hash: string | undefined,
  password: string,
  address: string,
): Promise<boolean> {
  try {
    return await passwords.matches(hash, password, address)
  } catch (error) {
    await signIns.cancel(attemptId)
    throw error
  }
}

/**
 * The gateway lets a blocked address through only with a device cookie, but cannot verify the cookie. Auth can, and refuses an unknown
 * device (decision 27).
 */
export function rejectBlockedAddress(caller: Caller, deviceKnown: boolean): void {
  if (caller.addressBlocked && !deviceKnown) throw new AppError('address_blocked')
}
