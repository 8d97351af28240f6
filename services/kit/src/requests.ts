/**
 * Request and reply on one inbox of the connection. It is our own because a lost connection rejects every waiting request (`rejectAll`):
 * requests of the client's library wait for their time-out.
 */
import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node'
import { AppError } from './app-error.ts'

type Waiting = { readonly resolve: (message: Msg) => void; readonly reject: (error: AppError) => void; readonly timer: NodeJS.Timeout }

/** The status of NATS's immediate, empty reply when a subject has no subscriber. */
const NO_RESPONDERS = 503

export const unavailable = () => new AppError('unavailable', { retryAfterSeconds: 1 })

export class Requests {
  readonly #connection: NatsConnection
  readonly #inbox: string
  readonly #waiting = new Map<string, Waiting>()
  #count = 0

  /** @param prefix of the connection's inboxes */
  constructor(connection: NatsConnection, prefix: string) {
    this.#connection = connection
    this.#inbox = createInbox(prefix)
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (err, message) => {
        if (!err) this.#settle(message)
      },
    })
  }

  /**
   * @param timeout milliseconds
   * @throws AppError unavailable when no reply comes in time, the subject has no subscriber, or the connection is lost
   */
  send(subject: string, body: string, timeout: number, headers?: MsgHdrs): Promise<Msg> {
    if (this.#connection.isClosed() || this.#connection.isDraining()) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      this.#count += 1
      const token = this.#count.toString(36)
      const timer = setTimeout(() => {
        this.#waiting.delete(token)
        reject(unavailable())
      }, timeout)
      this.#waiting.set(token, { resolve, reject, timer })
      this.#connection.publish(subject, body, { reply: `${this.#inbox}.${token}`, ...(headers ? { headers } : {}) })
    })
  }

  /** Rejects the waiting requests: no reply can arrive any more. */
  rejectAll(): void {
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
