/** Sends claimed pushes, each by itself, and stores their results. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { DoorbellClient, LiveUpdates, PushServices } from '../core/ports.ts'
import { vendorOf } from '../core/push-hosts.ts'
import { topicOf } from './build-payload.ts'
import type { PushTraces } from './push-traces.ts'
import { type ClaimedPush, type PushResult, ringOf } from './pushes.ts'
import type { RingEnds } from './ring-ends.ts'
import type { Writer } from './writer.ts'

export type DeliverDeps = {
  readonly pushServices: Pick<PushServices, 'send'>
  readonly doorbell: Pick<DoorbellClient, 'contentOf'>
  readonly live: LiveUpdates
  readonly ends: Pick<RingEnds, 'outcomeOf'>
  readonly clock: Clock
  readonly log: Log
  readonly traces: Pick<PushTraces, 'sending'>
  /** Queues a result, which is stored together with others. */
  readonly record: (result: PushResult) => void
  readonly count: (labels: { vendor: string; result: string }) => void
  readonly countRefused: (labels: { vendor: string }) => void
}

const SECOND = 1_000
const RETRY_FIRST = 500
/** A ring is useless after seconds; a push that is valid for a day is not retried for up to an hour at a push service that is down. */
const DELAYS = { short: { growth: 2, most: 10 * SECOND }, long: { growth: 4, most: 3_600 * SECOND } } as const
const SHORT_LIFE = 120 * SECOND
/** A member may be removed while their push waits for its turn: after this time doorbell is called again. */
const MEMBER_FRESH_MS = 500
const DROPPED = { state: 'dropped', nextAt: null } as const

/**
 * Sends in parallel: no push waits for another's push service.
 * @param writer called for the content; undefined where its service did not answer, and is called again
 */
export async function deliver(deps: DeliverDeps, pushes: readonly ClaimedPush[], writer: Promise<Writer | undefined>): Promise<void> {
  if (!pushes.length) return
  const write = await writer
  await Promise.all(pushes.map((push) => deliverOne(deps, push, write)))
}

async function deliverOne(deps: DeliverDeps, push: ClaimedPush, write: Writer | undefined): Promise<void> {
  const { clock, record } = deps
  const now = clock.now()
  if (!write) return record({ push, status: null, ...again(push, clock.in(RETRY_FIRST * (1 + 2 * Math.random()))) })
  const written = write(push, now)
  if (written === 'phones_off') return record({ push, status: null, state: 'withheld', reason: written, nextAt: null })
  if (typeof written === 'string') return record({ push, status: null, state: written, nextAt: null })
  const isWanted = () => push.kind !== 'ring' || push.activityId === null || deps.ends.outcomeOf(push.activityId) === undefined
  const request = {
    owner: push.userId,
    subscription: push.device.subscription,
    text: JSON.stringify(written),
    ttl: Math.max(1, Math.ceil((push.endsAt.getTime() - now.getTime()) / SECOND)),
    urgency: push.kind === 'ring' ? 'high' : 'normal',
    topic: topicOf(written.notification.tag),
    isWanted,
    isAllowed: () => isStillFor(deps, push, now),
  } as const
  const vendor = vendorOf(push.device.subscription.endpoint)
  const { status, retryAfterSeconds } = await deps.traces.sending(push.token, vendor, () => deps.pushServices.send(request))
  const nextAt = clock.in(waitFor(push, retryAfterSeconds, now))
  if (status === null) return record({ push, status, ...(isWanted() ? again(push, nextAt) : DROPPED) })
  const result = resultOf(push, status, nextAt)
  record({ push, status, ...result })
  report(deps, push, status, result.state)
}

/** Whether the account still has the ring. @param now when its content was known */
async function isStillFor({ doorbell, clock }: DeliverDeps, push: ClaimedPush, now: Date): Promise<boolean> {
  const ring = ringOf(push)
  if (!ring || ring.userId === ring.ownerId || clock.now().getTime() - now.getTime() < MEMBER_FRESH_MS) return true
  // Without an answer it is not sent now; its next attempt calls again.
  const content = await doorbell.contentOf(ring).catch(() => undefined)
  return content !== undefined
}

/** Growing delays, or Retry-After of the push service. */
function waitFor({ kind, attempts, lastStatus, endsAt }: ClaimedPush, retryAfterSeconds: number | undefined, now: Date): number {
  const isShort = kind === 'ring' || endsAt.getTime() - now.getTime() <= SHORT_LIFE
  const { growth, most } = isShort ? DELAYS.short : DELAYS.long
  const grown = Math.min(most, RETRY_FIRST * growth ** (attempts - 1))
  if (lastStatus === 413 || retryAfterSeconds === undefined) return grown
  return Math.max(isShort ? RETRY_FIRST : grown, retryAfterSeconds * SECOND)
}

const again = ({ endsAt }: ClaimedPush, nextAt: Date): Pick<PushResult, 'state' | 'nextAt'> =>
  nextAt < endsAt ? { state: 'due', nextAt } : { state: 'failed', nextAt: null }

/** The meaning of an answer (RFC 8030, 5 and 7.2). @param nextAt when it may be tried again */
function resultOf(push: ClaimedPush, status: number, nextAt: Date): Pick<PushResult, 'state' | 'nextAt'> {
  if (status >= 200 && status < 300) return { state: 'accepted', nextAt: null }
  if (status === 404 || status === 410) return { state: 'gone', nextAt: null }
  if (status === 413) return push.lastStatus === 413 ? { state: 'failed', nextAt: null } : again(push, new Date(0))
  if (status === 0 || status === 429 || status >= 500) return again(push, nextAt)
  return { state: 'failed', nextAt: null }
}

function report({ log, live, count, countRefused }: DeliverDeps, push: ClaimedPush, status: number, state: PushResult['state']): void {
  const vendor = vendorOf(push.device.subscription.endpoint)
  count({ vendor, result: state })
  if (status === 403) {
    countRefused({ vendor })
    log.error({ vendor, status }, 'push service refuses our key')
  } else if (state === 'failed') log.warn({ vendor, status, attempts: push.attempts }, 'push failed')
  if (state === 'gone') {
    log.info({ vendor, status, deviceId: push.device.id }, 'push subscription is gone')
    live.accountChanged(push.userId, 'devices')
  }
}
