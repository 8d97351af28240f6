/** The messages of one device: sent while it is connected, else kept until their TTL ends or a newer one of their topic arrives. */

export type PushMessage = {
  readonly id: string
  /** The token of the subscription. */
  readonly token: string
  readonly topic: string | undefined
  /** Seconds. */
  readonly ttl: number
  readonly body: Buffer
  readonly encoding: string
}

type Kept = { readonly message: PushMessage /** Milliseconds. */; readonly until: number }

export class DeviceQueue {
  readonly #now: () => number
  #kept: Kept[] = []
  #send: ((message: PushMessage) => void) | undefined

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The messages that the device gets when it connects next, in this order. */
  get pending(): readonly PushMessage[] {
    return this.#kept.filter(({ until }) => until > this.#now()).map(({ message }) => message)
  }

  get connected(): boolean {
    return this.#send !== undefined
  }

  /** A message replaces the one of its topic (RFC 8030, section 5.4); with a TTL of 0 it is never kept (section 5.2). */
  add(message: PushMessage): void {
    const { token, topic, ttl } = message
    if (topic) this.#kept = this.#kept.filter(({ message: other }) => other.token !== token || other.topic !== topic)
    if (ttl > 0) this.#kept.push({ message, until: this.#now() + ttl * 1000 })
    this.#send?.(message)
  }

  /** Messages that the device has not acknowledged are sent, or sent again. */
  connect(send: (message: PushMessage) => void): void {
    this.#send = send
    for (const message of this.pending) send(message)
  }

  /** @param send as passed to `connect`: a device that has reconnected on a newer connection stays connected */
  disconnect(send: (message: PushMessage) => void): void {
    if (this.#send === send) this.#send = undefined
  }

  acknowledge(ids: readonly string[]): void {
    this.#kept = this.#kept.filter(({ message }) => !ids.includes(message.id))
  }

  /** Drops what was sent to a subscription that has ended. */
  drop(token: string): void {
    this.#kept = this.#kept.filter(({ message }) => message.token !== token)
  }
}
