import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Blockable } from './addresses.ts'
import type { Attempt, Attempts, BlockCache, BlockRule } from './ports.ts'

export const BLOCK_WINDOW = 15 * 60_000
export const BLOCK_LIFE = 15 * 60_000

export type AttemptDeps = {
  readonly clock: Clock
  readonly attempts: Attempts
  readonly cache: BlockCache
  readonly outbox: Outbox
  readonly blockable: Blockable
  readonly blockAfter: number
  readonly log: Log
}
type LoginEvent = EventEnvelope<'auth.login_failed'> | EventEnvelope<'auth.login_succeeded'>

/** Every attempt is a row; too many failures from one address block it from log-in and registration for a while (decision 27). */
export async function recordAttempt(deps: AttemptDeps, event: LoginEvent): Promise<void> {
  const attempt = attemptOf(event)
  if (attempt.success) {
    await deps.attempts.record(attempt)
    return
  }
  const rule = ruleFor(deps, attempt)
  if (!(await deps.attempts.recordFailure(attempt, rule)) || !rule) return
  deps.outbox.soon(rule.event)
  // The table is the source of truth: where Redis fails, the next refresh writes the block.
  await deps.cache
    .add({ address: attempt.ipAddress, expiresAt: rule.expiresAt })
    .catch((err: unknown) => deps.log.warn({ err }, 'block not written to cache, next refresh writes it'))
}

function attemptOf(event: LoginEvent): Attempt {
  const { userId, username, address, userAgent, deviceKnown } = event.data
  const { deviceType, browser } = describeUserAgent(userAgent)
  return {
    eventId: event.id,
    userId,
    username: username.slice(0, 50),
    ipAddress: address.slice(0, 45),
    userAgent: userAgent.slice(0, 512),
    deviceType,
    browser,
    location: 'Unknown',
    success: event.name === 'auth.login_succeeded',
    deviceKnown,
    timestamp: new Date(event.at),
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
    alert: `Log-in was closed to the address ${attempt.ipAddress} after repeated failed attempts.`,
    event: deps.outbox.row('security.address_blocked', { address: attempt.ipAddress, expiresAt: expiresAt.toISOString() }),
  }
}
