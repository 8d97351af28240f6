/**
 * Sends what is due to webhooks, and again what a receiver did not take: with growing delays for two days, then it is listed as given up.
 * An event that is sent again has the same id, so that a receiver acts on it once (Standard Webhooks 1.0).
 */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { SecretBox } from '#kit/secret-box.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import { type DeliveryState, WebhookEvent } from '#proto/webhooks.ts'
import type { DeliveryTimes, NewDelivery, Receivers } from './webhooks.ts'

export type DueDelivery = {
  readonly id: string
  readonly event: string
  readonly activityId: number | null
  readonly ref: string | null
  readonly at: Date
  /** This one included. */
  readonly attempts: number
  readonly endsAt: Date
  readonly webhookId: string
  readonly userId: number
  readonly url: string
  readonly doors: readonly number[] | null
  readonly secret: string
  readonly oldSecret: string | null
  readonly oldUntil: Date | null
}
export type DeliveryResult = {
  readonly id: string
  readonly attempts: number
  readonly state: DeliveryState
  /** Null: as before. */
  readonly status: number | null
  readonly nextAt: Date | null
  readonly deliveredAt: Date | null
}

export type Claim = {
  readonly now: Date
  readonly leasedUntil: Date
  readonly limit: number
  readonly perAccount: number
  readonly perWebhook: number
  readonly busyAccounts: readonly number[]
  readonly busyWebhooks: readonly string[]
}

export interface Deliveries {
  /**
   * For every webhook of the account that is on and wants the event, once.
   * @param doorId null where the event is about no door, or its door is not known yet
   * @returns whether there is one
   */
  addForAll(ownerId: number, delivery: NewDelivery, doorId: number | null, times: DeliveryTimes): Promise<boolean>
  /** @param busy accounts and webhooks of which enough is being sent here */
  claim(claim: Claim): Promise<DueDelivery[]>
  record(result: DeliveryResult): Promise<void>
  /** One that is not for its webhook. */
  removeDelivery(id: string): Promise<void>
  /** The receiver at this address has said that it is gone. */
  turnOff(webhookId: string, url: string): Promise<void>
  /** After a reset of the account's password. */
  turnOffAll(userId: number): Promise<void>
  /** Seals secrets with the newest key. @param reseal @returns undefined where it is sealed so already */
  resealSecrets(reseal: (sealed: string, webhookId: string) => string | undefined): Promise<void>
  deleteOld(now: Date): Promise<void>
}

type Content = Output<'doorbell.event_content'>
export type SendDeps = {
  readonly deliveries: Deliveries
  readonly receivers: Pick<Receivers, 'send'>
  readonly secretBox: SecretBox
  /** @returns undefined where what it was about is deleted @throws AppError unavailable */
  readonly contentOf: (asked: Input<'doorbell.event_content'>) => Promise<Content | undefined>
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly count: (labels: { result: string }) => void
}

/** Longer than a connection and an answer may take together. */
const LEASE_MS = 30_000
/** Sent at the same time by this copy: in all, and so that receivers that never answer delay no others. */
const AT_ONCE = { all: 256, perAccount: 8, perWebhook: 4 } as const
const SECOND = 1_000
/** After each attempt; the last one repeats until the two days are over. */
const DELAYS_MS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800].map((seconds) => seconds * SECOND)
const RETRY_AFTER_MOST_MS = 6 * 3_600 * SECOND
/** A share of each delay is random, so that what failed together does not come back together. */
const SPREAD = 0.2
const GONE = 410
/** Not for this webhook: of another kind, or about a door that it does not have. */
const NOT_FOR_IT = Symbol('not for this webhook')
const DROPPED = { state: 'dropped', nextAt: null, deliveredAt: null } as const

export type Sender = {
  /** Claims what is due and begins to send it, without waiting for a receiver. */
  readonly send: () => Promise<void>
  /** Resolves when nothing is being sent. */
  readonly end: () => Promise<void>
}

/** @param onDone called after each delivery: another one of its webhook may be due */
export function createSender(deps: SendDeps, onDone: () => void): Sender {
  const { deliveries, clock } = deps
  const underWay = new Map<Promise<void>, DueDelivery>()
  const busy = <K extends 'userId' | 'webhookId'>(key: K, most: number) => {
    const counts = Map.groupBy(underWay.values(), (due) => due[key])
    return [...counts].flatMap(([id, own]) => (own.length >= most ? [id] : []))
  }
  return {
    send: async () => {
      const limit = AT_ONCE.all - underWay.size
      if (limit <= 0) return
      const { perAccount, perWebhook } = AT_ONCE
      const due = await deliveries.claim({
        ...{ now: clock.now(), leasedUntil: clock.in(LEASE_MS), limit, perAccount, perWebhook },
        ...{ busyAccounts: busy('userId', perAccount), busyWebhooks: busy('webhookId', perWebhook) },
      })
      for (const delivery of due) {
        const work = sendOne(deps, delivery).finally(() => {
          underWay.delete(work)
          onDone()
        })
        underWay.set(work, delivery)
      }
    },
    end: async () => void (await Promise.all(underWay.keys())),
  }
}

async function sendOne(deps: SendDeps, due: DueDelivery): Promise<void> {
  const { deliveries, log } = deps
  try {
    const result = await resultOf(deps, due)
    if (result === NOT_FOR_IT) await deliveries.removeDelivery(due.id)
    else await deliveries.record({ id: due.id, attempts: due.attempts, ...result })
  } catch (err) {
    // Its lease ends, and it is tried again.
    log.warn({ err, delivery: due.id, event: due.event }, 'delivery to a webhook failed, will retry')
  }
}

async function resultOf(deps: SendDeps, due: DueDelivery): Promise<Omit<DeliveryResult, 'id' | 'attempts'> | typeof NOT_FOR_IT> {
  const { clock, receivers, secretBox, count } = deps
  // It waited while its webhook was off, or while notify was.
  if (due.endsAt <= clock.now()) return { state: 'dead', status: null, nextAt: null, deliveredAt: null }
  const data = await dataOf(deps, due)
  if (data === NOT_FOR_IT) return NOT_FOR_IT
  if (data === undefined) return { ...DROPPED, status: null }
  const { id, url, webhookId, secret, oldSecret, oldUntil } = due
  const secrets = [secretBox.open(secret, webhookId)]
  if (oldSecret && oldUntil && oldUntil > clock.now()) secrets.push(secretBox.open(oldSecret, webhookId))
  const body = JSON.stringify({ type: due.event, id, timestamp: due.at.toISOString(), data })
  const { status, retryAfterSeconds } = await receivers.send({ url, id, secrets, body })
  if (status >= 200 && status < 300) {
    count({ result: 'delivered' })
    return { state: 'delivered', status, nextAt: null, deliveredAt: clock.now() }
  }
  if (status === GONE) {
    await deps.deliveries.turnOff(webhookId, url)
    count({ result: 'gone' })
    return { state: 'dead', status, nextAt: null, deliveredAt: null }
  }
  const nextAt = clock.in(delayOf(due.attempts, retryAfterSeconds))
  const again = nextAt < due.endsAt
  count({ result: again ? 'retried' : 'dead' })
  return { state: again ? 'waiting' : 'dead', status, nextAt: again ? nextAt : null, deliveredAt: null }
}

function delayOf(attempts: number, retryAfterSeconds = 0): number {
  const delay = DELAYS_MS[Math.min(attempts, DELAYS_MS.length) - 1] ?? SECOND
  return Math.max(delay * (1 + SPREAD * Math.random()), Math.min(retryAfterSeconds * SECOND, RETRY_AFTER_MOST_MS))
}

/** @returns undefined where what it was about is deleted */
async function dataOf(deps: SendDeps, { event, userId: ownerId, activityId, ref, doors }: DueDelivery): Promise<unknown> {
  if (event === 'test') return {}
  const known = WebhookEvent.safeParse(event)
  const content = known.success ? await deps.contentOf({ event: known.data, ownerId, activityId, ref }) : undefined
  if (!content) return undefined
  const { data, doorId } = content
  if (data === null || (doors?.length && doorId !== null && !doors.includes(doorId))) return NOT_FOR_IT
  return withWholeUrl(data, deps.publicUrl)
}

/** A receiver knows no page to which the link to a photo would be relative. */
const withWholeUrl = (data: NonNullable<Content['data']>, publicUrl: string) =>
  'photoUrl' in data && data.photoUrl ? { ...data, photoUrl: new URL(data.photoUrl, publicUrl).href } : data
