import { tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { cut, fold, oneLine, toUser } from './account.ts'
import type { Attempt, Passwords, SignIns } from './ports.ts'
import { openSession, userAgentOf } from './session.ts'
import { endReplacedSession, type SessionNeeds } from './sessions.ts'
import { isTrustedDevice, networkOf, waitBeforeTry } from './throttle.ts'

export type LoginNeeds = SessionNeeds & {
  readonly signIns: SignIns
  readonly passwords: Passwords
  readonly log: Log
}
export type VerifyDeps = { readonly signIns: SignIns; readonly passwords: Passwords }

/**
 * Signs in. A wrong user and a wrong password take the same time and read the same (interface: HTTP).
 * @throws Refusal credentials_wrong, limited, address_blocked, unavailable
 */
export async function login(needs: LoginNeeds, form: Input<'auth.login'>, caller: Caller): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, signIns, outbox } = needs
  const now = clock.now()
  const input = {
    usernameKey: fold(form.username),
    address: caller.address,
    network: networkOf(caller.address),
    deviceHash: caller.device ? tokenHash(caller.device) : null,
    at: now,
  }
  const attempt = await signIns.begin(input, (facts) => {
    const deviceKnown = isTrustedDevice(facts)
    refuseBlockedAddress(caller, deviceKnown)
    return { deviceKnown, wait: waitBeforeTry(facts, now) }
  })
  const { facts } = attempt
  const told: AttemptFacts = {
    username: cut(oneLine(form.username), FIELD.username),
    address: caller.address,
    userAgent: userAgentOf(caller),
    deviceKnown: attempt.deviceKnown,
  }
  const right =
    attempt.id !== undefined && (await verifyPassword(needs, attempt.id, facts.user?.passwordHash, form.password, caller.address))
  if (attempt.id === undefined || !right || !facts.user) {
    const event = outbox.row('auth.login_failed', { userId: facts.user?.id ?? null, ...told })
    await signIns.failed(event)
    outbox.soon(event)
    throw refusalOf(attempt)
  }
  const user = toUser(facts.user)
  const { session, device, cookies } = openSession(caller, clock, facts.deviceExists)
  const event = outbox.row('auth.login_succeeded', { userId: user.id, ...told })
  await signIns.succeeded(attempt.id, user.id, session, device, event)
  outbox.soon(event)
  await endReplacedSession(needs, caller)
  return { user, cookies: user.language ? { ...cookies, language: user.language } : cookies }
}

type AttemptFacts = { username: string; address: string; userAgent: string; deviceKnown: boolean }

const refusalOf = ({ id, wait }: Attempt) =>
  id === undefined ? new Refusal('limited', { retryAfterSeconds: Math.ceil(wait / 1000) }) : new Refusal('credentials_wrong')

/** @param hash undefined where there is no such user @throws Refusal limited, unavailable: then the attempt does not count */
export async function verifyPassword(
  { signIns, passwords }: VerifyDeps,
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
 * A blocked address is let through by the gateway only where the browser shows a device cookie, which it cannot tell from an invented one: here it
 * is told (decision 27).
 */
export function refuseBlockedAddress(caller: Caller, deviceKnown: boolean): void {
  if (caller.addressBlocked && !deviceKnown) throw new Refusal('address_blocked')
}
