import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import { Refusal } from '#kit/refusal.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { cut, fold, oneLine, toUser } from './account.ts'
import type { LoginFacts, Passwords, SignIns } from './ports.ts'
import { DEVICE_LIFE, openSession, userAgentOf } from './session.ts'
import { FAILURE_WINDOW, isTrustedDevice, waitBeforeTry } from './throttle.ts'

export type LoginNeeds = {
  readonly clock: Clock
  readonly signIns: SignIns
  readonly passwords: Passwords
  readonly outbox: Outbox
}

/**
 * Signs in. A wrong user and a wrong password take the same time and read the same (interface: HTTP).
 * @throws Refusal credentials_wrong, limited, address_blocked, unavailable
 */
export async function login(needs: LoginNeeds, form: Input<'auth.login'>, caller: Caller): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, signIns, passwords, outbox } = needs
  const now = clock.now()
  const usernameKey = fold(form.username)
  const deviceHash = caller.device ? tokenHash(caller.device) : null
  const facts = await signIns.facts({
    usernameKey,
    address: caller.address,
    deviceHash,
    since: new Date(now.getTime() - FAILURE_WINDOW),
    devicesSince: new Date(now.getTime() - DEVICE_LIFE),
  })
  const deviceKnown = isTrustedDevice(facts)
  refuseBlockedAddress(caller, deviceKnown)
  const attempt = attemptOf(form.username, caller, deviceKnown)
  const fail = async (counted: boolean) => {
    const event = outbox.row('auth.login_failed', { userId: facts.user?.id ?? null, ...attempt })
    await signIns.failed(counted ? { usernameKey, address: caller.address, deviceHash, deviceKnown, at: now } : undefined, event)
    outbox.soon(event)
  }
  const wait = waitBeforeTry(facts, now)
  if (wait > 0) {
    await fail(false)
    throw new Refusal('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  }
  const right = await passwords.matches(facts.user?.passwordHash, form.password)
  if (!right || !facts.user) {
    await fail(true)
    throw new Refusal('credentials_wrong')
  }
  const user = toUser(facts.user)
  const cookies = await signIn(needs, user.id, facts, attempt, caller)
  return { user, cookies: user.language ? { ...cookies, language: user.language } : cookies }
}

type Attempt = { username: string; address: string; userAgent: string; deviceKnown: boolean }

const attemptOf = (username: string, caller: Caller, deviceKnown: boolean): Attempt => ({
  username: cut(oneLine(username), FIELD.username),
  address: caller.address,
  userAgent: userAgentOf(caller),
  deviceKnown,
})

async function signIn(needs: LoginNeeds, userId: number, facts: LoginFacts, attempt: Attempt, caller: Caller): Promise<CookieEffects> {
  const { session, device, cookies } = openSession(caller, needs.clock, facts.deviceExists)
  const event = needs.outbox.row('auth.login_succeeded', { userId, ...attempt })
  await needs.signIns.succeeded(userId, session, device, event)
  needs.outbox.soon(event)
  return cookies
}

/**
 * A blocked address is let through by the gateway only where the browser shows a device cookie, which it cannot tell from an invented one: here it
 * is told (decision 27).
 */
export function refuseBlockedAddress(caller: Caller, deviceKnown: boolean): void {
  if (caller.addressBlocked && !deviceKnown) throw new Refusal('address_blocked')
}
