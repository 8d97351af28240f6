/** Sessions: a random token in the cookie, its hash in the row, and a public id for everything else (docs/product/decisions.md, 26). */
import type { Clock } from '#kit/clock.ts'
import { randomBase62, randomToken, tokenHash } from '#kit/ids.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { truncate, withoutControls } from './account.ts'

/** The role of a session: everything of its account, or what a wall display needs (record 0066). */
export type SessionRole = 'resident' | 'wall'

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
  /** When the password was last entered again. */
  readonly confirmedAt: Date | null
  /** Opened by a mailed link, without the password. */
  readonly byLink: boolean
  readonly role: string
}
/** A browser that has signed in. */
export type KnownDevice = { readonly hash: string; readonly at: Date }

/** A device is deleted a year after its last sign-in. */
export const DEVICE_LIFE = 365 * DAY_MS
const TOUCH_AFTER = 60_000

/** Sessions end after 60 days without use, and after 1 year (docs/product/decisions.md, 26). */
export function isAlive(session: SessionRecord, now: Date): boolean {
  return (
    session.revokedAt === null &&
    now.getTime() - session.lastActive.getTime() < TIME.sessionIdle &&
    now.getTime() - session.createdAt.getTime() < TIME.sessionAbsolute
  )
}

type Confirmed = Pick<SessionRecord, 'createdAt' | 'confirmedAt' | 'byLink' | 'revokedAt'>

/**
 * Whether the password was entered within ten minutes, at the log-in or later (docs/product/decisions.md, 26). A mailed link is no
 * password, and a session that was ended proves nothing.
 */
export function isFresh({ createdAt, confirmedAt, byLink, revokedAt }: Confirmed, now: Date): boolean {
  if (revokedAt !== null) return false
  const entered = Math.max(byLink ? 0 : createdAt.getTime(), confirmedAt?.getTime() ?? 0)
  return now.getTime() - entered < TIME.passwordFresh
}

/** The role as identities and answers carry it. One that this copy does not know counts as the lesser one. */
export const wallOf = ({ role }: Pick<SessionRecord, 'role'>): { readonly wall?: true } => (role === 'resident' ? {} : { wall: true })

/** Limits writes of the last use to one a minute. */
export const needsTouch = (session: SessionRecord, now: Date) => now.getTime() - session.lastActive.getTime() > TOUCH_AFTER

export const userAgentOf = (caller: Caller) => truncate(withoutControls(caller.userAgent), 512)

/**
 * A new session for this browser, and its cookies.
 * @param keepDevice the device cookie is known; an unknown one is replaced
 */
export function openSession(
  caller: Caller,
  clock: Clock,
  keepDevice: boolean,
): { session: NewSession; device: KnownDevice; cookies: CookieEffects } {
  const token = randomToken()
  const deviceToken = keepDevice && caller.device ? caller.device : randomToken()
  const userAgent = userAgentOf(caller)
  const { device, deviceType, browser } = describeUserAgent(userAgent)
  const at = clock.now()
  return {
    session: {
      id: randomBase62(22),
      tokenHash: tokenHash(token),
      ...{ device, deviceType, browser },
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
