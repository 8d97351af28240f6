import type { Clock } from '#kit/clock.ts'
import { type Locate, UNKNOWN_LOCATION } from '#kit/geoip.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { NewAlert } from '../alerts/alerts.ts'
import type { BlockCache } from '../blocks/blocks.ts'
import type { Blockable } from './addresses.ts'
import type { Attempt, Attempts, BlockRule } from './attempts.ts'

export const BLOCK_WINDOW = 15 * 60_000
export const BLOCK_LIFE = 15 * 60_000
/** How long attempts are kept: for the log-in history, and to tell whether a location is new. */
export const ATTEMPTS_KEPT = 90 * DAY_MS
/** Failures on one account within the window that alert its owner. */
const ALERT_AFTER = 5

type AttemptDeps = {
  readonly clock: Clock
  readonly attempts: Attempts
  readonly cache: BlockCache
  readonly outbox: Outbox
  readonly blockable: Blockable
  readonly blockAfter: number
  /** Whether the account was deleted: its late events are dropped. */
  readonly isDeleted: (userId: number) => Promise<boolean>
  readonly locate: Locate
  readonly deliverAlertsSoon: () => void
  readonly log: Log
}
type Succeeded = EventEnvelope<'auth.login_succeeded'>
type Failed = EventEnvelope<'auth.login_failed'>

/**
 * A log-in is a row of the history, unless the account's activity logs are off, and alerts its owner where the device or the place is new
 * (docs/product/decisions.md, 27). Without a history, a place is never new.
 */
export async function recordLogin(deps: AttemptDeps, event: Succeeded): Promise<void> {
  if (await deps.isDeleted(event.data.userId)) return
  const attempt = { ...attemptOf(deps, event), userId: event.data.userId, nameHash: null }
  const rule = { since: new Date(attempt.timestamp.getTime() - ATTEMPTS_KEPT), unknown: UNKNOWN_LOCATION }
  if (await deps.attempts.recordSuccess(attempt, newDeviceAlerts(event, attempt), rule)) deps.deliverAlertsSoon()
}

function newDeviceAlerts({ id, data }: Succeeded, { ipAddress, timestamp }: Attempt): NewAlert[] {
  if (data.deviceKnown) return []
  const { device } = describeUserAgent(data.userAgent)
  return [{ userId: data.userId, eventId: id, alertType: 'new_device_login', params: { device }, ipAddress, timestamp }]
}

/**
 * Every failure is a row. Five on one account alert its owner; too many from one address block it from log-in and registration for a while
 * (docs/product/decisions.md, 27).
 */
export async function recordFailure(deps: AttemptDeps, event: Failed): Promise<void> {
  const { userId } = event.data
  if (userId !== null && (await deps.isDeleted(userId))) return
  const attempt = { ...attemptOf(deps, event), nameHash: event.data.nameHash?.slice(0, 43) ?? null }
  const block = ruleFor(deps, attempt)
  const alert = { after: ALERT_AFTER, since: new Date(attempt.timestamp.getTime() - BLOCK_WINDOW) }
  const { blocked, alerted } = await deps.attempts.recordFailure(attempt, { alert, block })
  if (alerted) deps.deliverAlertsSoon()
  if (!blocked || !block) return
  deps.outbox.soon(block.event)
  // The table is the source of truth: where Redis fails, the next refresh writes the block.
  await deps.cache
    .put({ address: attempt.ipAddress, expiresAt: block.expiresAt, lifted: false })
    .catch((err: unknown) => deps.log.warn({ err }, 'block not written to cache, next refresh writes it'))
}

/** Where the account's activity logs are off, only the fields that a block needs are kept of an attempt. */
function attemptOf({ locate }: AttemptDeps, { id, name, at, data }: Succeeded | Failed): Omit<Attempt, 'nameHash'> {
  const logged = data.logged !== false
  const userAgent = logged ? data.userAgent.slice(0, 512) : ''
  const { deviceType, browser } = describeUserAgent(userAgent)
  return {
    eventId: id,
    userId: data.userId,
    ipAddress: data.address.slice(0, 45),
    userAgent,
    deviceType,
    browser,
    location: logged ? locate(data.address) : UNKNOWN_LOCATION,
    success: name === 'auth.login_succeeded',
    deviceKnown: data.deviceKnown,
    logged,
    passkey: logged && data.passkey === true,
    timestamp: new Date(at),
  }
}

/** @returns undefined where nothing may be blocked: a known device, a proxy, or an event so late that its block would have ended */
function ruleFor(deps: AttemptDeps, attempt: Attempt): BlockRule | undefined {
  const now = deps.clock.now()
  const expiresAt = new Date(attempt.timestamp.getTime() + BLOCK_LIFE)
  if (attempt.deviceKnown || expiresAt <= now || !deps.blockable(attempt.ipAddress)) return undefined
  return {
    after: deps.blockAfter,
    since: new Date(attempt.timestamp.getTime() - BLOCK_WINDOW),
    reason: `${deps.blockAfter} failed log-ins within 15 minutes`,
    now,
    expiresAt,
    event: deps.outbox.row('security.address_blocked', { address: attempt.ipAddress, expiresAt: expiresAt.toISOString() }),
  }
}
