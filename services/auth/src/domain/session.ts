/** Sessions: a random token in the cookie, its hash in the row, a public id for everything else (decision 26). */
import type { Clock } from '#kit/clock.ts'
import { randomBase62, randomToken, tokenHash } from '#kit/ids.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { cut, withoutControls } from './account.ts'

export type NewSession = {
  readonly id: string
  readonly tokenHash: string
  readonly device: string
  readonly deviceType: string
  readonly browser: string
  readonly ipAddress: string
  readonly userAgent: string
  readonly at: Date
}
export type SessionRecord = {
  readonly id: string
  readonly userId: number
  readonly device: string
  readonly createdAt: Date
  readonly lastActive: Date
  readonly revokedAt: Date | null
}
/** This browser has signed in. */
export type DeviceMark = { readonly hash: string; readonly at: Date }

/** A device cookie is forgotten a year after its last sign-in. */
export const DEVICE_LIFE = 365 * 24 * 3_600_000
const TOUCH_AFTER = 60_000

/** Idle 60 days, absolute 1 year (decision 26). */
export function isAlive(session: SessionRecord, now: Date): boolean {
  return (
    session.revokedAt === null &&
    now.getTime() - session.lastActive.getTime() < TIME.sessionIdle &&
    now.getTime() - session.createdAt.getTime() < TIME.sessionAbsolute
  )
}

/** Use is written at most once a minute. */
export const needsTouch = (session: SessionRecord, now: Date) => now.getTime() - session.lastActive.getTime() > TOUCH_AFTER

export const userAgentOf = (caller: Caller) => cut(withoutControls(caller.userAgent), 512)

/**
 * A fresh session for this browser, and the cookies that carry it.
 * @param keepDevice the device cookie is one of ours: an invented one is replaced
 */
export function openSession(
  caller: Caller,
  clock: Clock,
  keepDevice: boolean,
): { session: NewSession; device: DeviceMark; cookies: CookieEffects } {
  const token = randomToken()
  const deviceToken = keepDevice && caller.device ? caller.device : randomToken()
  const userAgent = userAgentOf(caller)
  const at = clock.now()
  return {
    session: {
      id: randomBase62(22),
      tokenHash: tokenHash(token),
      ...describeUserAgent(userAgent),
      ipAddress: caller.address,
      userAgent,
      at,
    },
    device: { hash: tokenHash(deviceToken), at },
    cookies: {
      session: { token, maxAgeSeconds: TIME.sessionAbsolute / 1000 },
      device: { token: deviceToken, maxAgeSeconds: DEVICE_LIFE / 1000 },
    },
  }
}
