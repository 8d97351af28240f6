/** Sends claimed pushes, each for itself, and writes down what became of them. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { isPhone } from '../core/is-phone.ts'
import type { DoorbellClient, LiveUpdates, PushServices, RingContent } from '../core/ports.ts'
import { vendorOf } from '../core/push-hosts.ts'
import { buildPayload, ringTopic } from './build-payload.ts'
import type { ClaimedPush, PushResult } from './pushes.ts'

export type DeliverDeps = {
  readonly doorbell: DoorbellClient
  readonly pushServices: Pick<PushServices, 'send'>
  readonly live: LiveUpdates
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
  /** Hands a result over to be written, together with others. */
  readonly record: (result: PushResult) => void
  readonly count: (labels: { vendor: string; result: string }) => void
  readonly countRefused: (labels: { vendor: string }) => void
}

const RETRY_FIRST = 500
const RETRY_MOST = 10_000
const SECOND = 1_000

/** Asks doorbell for the words of a ring and sends its pushes in parallel: none waits for another's push service. */
export async function deliver(
  deps: DeliverDeps,
  activityId: number,
  pushes: readonly ClaimedPush[],
  content = askContent(deps, activityId),
): Promise<void> {
  if (!pushes.length) return
  const ring = await content
  await Promise.all(pushes.map((push) => deliverOne(deps, push, ring)))
}

/** @returns undefined: the ring is erased; 'unavailable': doorbell could not be asked */
export async function askContent({ doorbell, log }: Pick<DeliverDeps, 'doorbell' | 'log'>, activityId: number) {
  return doorbell.contentOf(activityId).catch((err: unknown) => {
    log.warn({ err, activityId }, 'push content not available')
    return 'unavailable' as const
  })
}

async function deliverOne(deps: DeliverDeps, push: ClaimedPush, ring: RingContent | undefined | 'unavailable'): Promise<void> {
  const { clock, record } = deps
  if (ring === 'unavailable') return record({ push, status: null, ...again(push, clock.in(RETRY_FIRST)) })
  if (!ring) return record({ push, status: null, state: 'dropped', nextAt: null })
  if (!isWanted(push, ring)) return record({ push, status: null, state: 'withheld', nextAt: null })
  const isOver = push.kind === 'ring' && ring.outcome !== null
  if (isOver) return record({ push, status: null, state: 'dropped', nextAt: null })
  const now = clock.now()
  const isShort = push.lastStatus === 413
  const { status, retryAfterSeconds } = await deps.pushServices.send({
    subscription: push.device.subscription,
    text: JSON.stringify(buildPayload(push, ring, { publicUrl: deps.publicUrl, now, isShort })),
    ttl: Math.max(1, Math.ceil((push.endsAt.getTime() - now.getTime()) / SECOND)),
    urgency: push.kind === 'ring' ? 'high' : 'normal',
    topic: ringTopic(push.activityId),
  })
  const result = resultOf(push, status, clock.in(waitFor(push, retryAfterSeconds)))
  record({ push, status, ...result })
  report(deps, push, status, result.state)
}

/** As the preferences say now. The end of a ring that was pushed is pushed: what the device may still show would be untrue. */
function isWanted({ kind, device }: ClaimedPush, { pushes, outcome, toPhones }: RingContent): boolean {
  if (!toPhones && isPhone(device.platform)) return false
  return kind === 'ring' ? pushes.ring : outcome !== 'missed' || pushes.missed
}

/** Retry-After of the push service, else growing delays. */
const waitFor = ({ attempts, lastStatus }: ClaimedPush, retryAfterSeconds: number | undefined) =>
  lastStatus !== 413 && retryAfterSeconds !== undefined
    ? retryAfterSeconds * SECOND
    : Math.min(RETRY_MOST, RETRY_FIRST * 2 ** (attempts - 1))

const again = ({ endsAt }: ClaimedPush, nextAt: Date): Pick<PushResult, 'state' | 'nextAt'> =>
  nextAt < endsAt ? { state: 'due', nextAt } : { state: 'failed', nextAt: null }

/** What an answer means (RFC 8030, 5 and 7.2). @param nextAt when it may be tried again */
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
