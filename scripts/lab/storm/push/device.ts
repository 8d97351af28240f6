/** A browser that behaves like its worker (web/src/worker/pushes.ts): each push is shown once, and a ring never replaces its end. */

import { setTimeout as pause } from 'node:timers/promises'
import { pushIdOf } from '#kit/push-tokens.ts'
import { type PushKind, PushPayload } from '#proto/push.ts'
import type { Person } from '#scripts/testing/people.ts'
import { DeviceQueue, type PushMessage } from '#scripts/testing/push/device-queue.ts'
import { createSubscriptionKeys, decryptMessage, type SubscriptionKeys } from '#scripts/testing/push/encryption.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { persist } from './persist.ts'
import type { StormVendor } from './vendor.ts'

const REPORT_DELAYS = [0, 1_000, 4_000]
const BROWSERS = [
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
] as const

export type DeviceOptions = {
  readonly userId: number
  /** The person whose address its reports come from. */
  readonly person: Person
  readonly number: number
  /** The share of pushes whose "shown" it reports. */
  readonly reports: number
  readonly draw: () => number
}
export type Shown = { readonly activityId: number; readonly kind: PushKind; readonly push: string; readonly at: number }
/** When it could be pushed to, milliseconds since 1970. */
export type Subscribed = { readonly from: number; readonly until: number }

export class StormDevice {
  readonly userId: number
  /** The device's id in notify. */
  id = ''
  readonly shown: Shown[] = []
  /** The notifications that it shows now, by tag. */
  readonly standing = new Map<string, Shown>()
  /** Tokens whose report the server has taken. */
  readonly reported = new Set<string>()
  /** How many pushes were repetitions, with a token that it had seen. */
  repeated = 0
  readonly #stack: Stack
  readonly #vendor: StormVendor
  readonly #options: DeviceOptions
  readonly #queue = new DeviceQueue(Date.now)
  readonly #keys = new Map<string, SubscriptionKeys>()
  readonly #subscriptions: { readonly token: string; readonly from: number }[] = []
  #isSubscribing = false
  readonly #connections: { readonly from: number; until: number }[] = []
  readonly #reporting = new Set<Promise<void>>()

  constructor(stack: Stack, vendor: StormVendor, options: DeviceOptions) {
    this.#stack = stack
    this.#vendor = vendor
    this.#options = options
    this.userId = options.userId
    this.connect()
  }

  /** Subscribes, also after the push service has ended the subscription. */
  async subscribe(): Promise<void> {
    const keys = createSubscriptionKeys()
    const { p256dh, auth } = keys
    const token = this.#vendor.service.add({ device: this.#queue, keys })
    this.#keys.set(token, keys)
    const { userId, number } = this.#options
    const caller = {
      userAgent: BROWSERS[number % BROWSERS.length] as string,
      resident: { userId, session: `storm-${userId}-${number}`, device: `Device ${number}` },
    }
    const endpoint = this.#vendor.service.urlOf(token)
    const input = { endpoint, keys: { p256dh, auth }, permission: 'granted', language: 'en' } as const
    const stored = await persist(() => this.#stack.rpc('notify.put_push', input, caller))
    this.id = stored?.id ?? ''
    this.#subscriptions.push({ token, from: Date.now() })
  }

  /** What a page does at each load. */
  async renew(): Promise<void> {
    const last = this.#subscriptions.at(-1)
    if (!last || this.#vendor.endOf(last.token) === undefined || this.#isSubscribing) return
    this.#isSubscribing = true
    await this.subscribe().finally(() => {
      this.#isSubscribing = false
    })
  }

  get subscribed(): readonly Subscribed[] {
    return this.#subscriptions.map(({ token, from }) => ({ from, until: this.#vendor.endOf(token) ?? Number.POSITIVE_INFINITY }))
  }

  /** Whether it had one subscription during this whole time. */
  wasReachable(from: number, until: number): boolean {
    return this.subscribed.some((each) => each.from <= from && each.until >= until)
  }

  connect(): void {
    if (!this.#queue.connected) this.#connections.push({ from: Date.now(), until: Number.POSITIVE_INFINITY })
    this.#queue.connect(this.#receive)
  }

  disconnect(): void {
    this.#queue.disconnect(this.#receive)
    const last = this.#connections.at(-1)
    if (last) last.until = Math.min(last.until, Date.now())
  }

  /** Whether it was connected to the push service at some time in this span. */
  wasConnected(from: number, until: number): boolean {
    return this.#connections.some((each) => each.from < until && each.until > from)
  }

  /** Waits for the reports that are in progress. */
  async settle(): Promise<void> {
    await Promise.all(this.#reporting)
  }

  readonly #receive = ({ id, token, body }: PushMessage): void => {
    const keys = this.#keys.get(token)
    if (!keys) throw new Error('a push of another device')
    this.#queue.acknowledge([id])
    const { notification, app_data: data } = PushPayload.parse(JSON.parse(decryptMessage(keys, body).toString()))
    if (data.activityId === null) return
    const push = pushIdOf(data.token)
    if (this.shown.some((shown) => shown.push === push)) {
      this.repeated += 1
      return
    }
    const shown = { activityId: data.activityId, kind: data.kind, push, at: Date.now() }
    if (data.kind === 'ring' && this.standing.get(notification.tag)?.kind === 'ended') return
    this.shown.push(shown)
    this.standing.set(notification.tag, shown)
    if (this.#options.draw() >= this.#options.reports) return
    const reporting: Promise<void> = this.#report(data.token).finally(() => this.#reporting.delete(reporting))
    this.#reporting.add(reporting)
  }

  async #report(token: string): Promise<void> {
    for (const delay of REPORT_DELAYS) {
      await pause(delay)
      const sent = this.#options.person.http('/api/push/reports', { method: 'POST', body: { token, event: 'shown' } })
      const response = await sent.catch(() => undefined)
      if (response?.status === 204) this.reported.add(pushIdOf(token))
      if (response && response.status < 500) return
    }
  }
}
