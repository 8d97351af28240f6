import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Blockable } from './addresses.ts'
import type { Attempt, Attempts, BlockBoard, BlockRule } from './ports.ts'

export const BLOCK_WINDOW = 15 * 60_000
export const BLOCK_LIFE = 15 * 60_000

export type AttemptNeeds = {
  readonly clock: Clock
  readonly attempts: Attempts
  readonly board: BlockBoard
  readonly outbox: Outbox
  readonly blockable: Blockable
  readonly blockAfter: number
  readonly log: Log
}
type LoginEvent = EventEnvelope<'auth.login_failed'> | EventEnvelope<'auth.login_succeeded'>

/** Every attempt is a row; too many failures from one address close log-in and registration to it for a while (decision 27). */
export async function recordAttempt(needs: AttemptNeeds, event: LoginEvent): Promise<void> {
  const attempt = attemptOf(event)
  if (attempt.success) {
    await needs.attempts.record(attempt)
    return
  }
  const rule = ruleFor(needs, attempt)
  if (!(await needs.attempts.recordFailure(attempt, rule)) || !rule) return
  needs.outbox.soon(rule.event)
  // The table holds the truth: where Redis does not take it, the next refill does.
  await needs.board
    .add({ address: attempt.ipAddress, expiresAt: rule.expiresAt })
    .catch((err: unknown) => needs.log.warn({ err }, 'block waits for the next refill'))
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

/** No rule where nobody can be blocked: a known device, a proxy, or an event so late that its block would be over. */
function ruleFor(needs: AttemptNeeds, attempt: Attempt): BlockRule | undefined {
  const now = needs.clock.now()
  const expiresAt = new Date(attempt.timestamp.getTime() + BLOCK_LIFE)
  if (attempt.deviceKnown || expiresAt <= now || !needs.blockable(attempt.ipAddress)) return undefined
  return {
    after: needs.blockAfter,
    since: new Date(attempt.timestamp.getTime() - BLOCK_WINDOW),
    reason: `${needs.blockAfter} failed log-ins within 15 minutes`,
    now,
    expiresAt,
    alert: `Log-in was closed to the address ${attempt.ipAddress} after repeated failed attempts.`,
    event: needs.outbox.row('security.address_blocked', { address: attempt.ipAddress, expiresAt: expiresAt.toISOString() }),
  }
}
