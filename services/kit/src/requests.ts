/**
 * Request and reply on one inbox of the connection. The client's own `request` makes three errors with their stacks for every request that goes
 * well (two to be thrown perhaps, one to end with), which was a tenth of the gateway's time on a ring.
 */
import { createInbox, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { Refusal } from './refusal.ts'

type Waiting = { readonly resolve: (message: Msg) => void; readonly reject: (refusal: Refusal) => void; readonly timer: NodeJS.Timeout }

/** NATS answers at once, without a body, where nobody listens. */
const NO_RESPONDERS = 503

export const unavailable = () => new Refusal('unavailable', { retryAfterSeconds: 1 })

export class Requests {
  readonly #connection: NatsConnection
  readonly #inbox = createInbox()
  readonly #waiting = new Map<string, Waiting>()
  #count = 0

  constructor(connection: NatsConnection) {
    this.#connection = connection
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (err, message) => {
        if (!err) this.#settle(message)
      },
    })
  }

  /** @param timeout milliseconds @throws Refusal unavailable when nobody answers in time, nobody is there, or the connection goes */
  send(subject: string, body: string, timeout: number): Promise<Msg> {
    if (this.#connection.isClosed() || this.#connection.isDraining()) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      this.#count += 1
      const token = this.#count.toString(36)
      const timer = setTimeout(() => {
        this.#waiting.delete(token)
        reject(unavailable())
      }, timeout)
      this.#waiting.set(token, { resolve, reject, timer })
      this.#connection.publish(subject, body, { reply: `${this.#inbox}.${token}` })
    })
  }

  /** Nobody can answer any more what was asked so far. */
  giveUp(): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(unavailable())
    }
    this.#waiting.clear()
  }

  #settle(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length + 1)
    const waiting = this.#waiting.get(token)
    if (!waiting) return
    this.#waiting.delete(token)
    clearTimeout(waiting.timer)
    if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) waiting.reject(unavailable())
    else waiting.resolve(message)
  }
}
