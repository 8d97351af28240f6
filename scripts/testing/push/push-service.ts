/**
 * A push service for tests: the endpoints that an application server sends its pushes to (RFC 8030), over TLS on 127.0.0.1. It logs each
 * request and answers what the test has set; by itself it refuses what the push services of browsers refuse. Subscriptions are the test's
 * own (`createSubscription`), or of a real Firefox (mozilla-push-server.ts) or Chromium (google-push-server.ts).
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createPushCertificate, type PushCertificate } from './certificate.ts'
import { DeviceQueue, type PushMessage } from './device-queue.ts'
import { createSubscriptionKeys, decryptMessage, type PublicKeys, type SubscriptionKeys } from './encryption.ts'
import { findProblem, type PushProblem } from './push-problems.ts'

/** Without a status, the push service answers as it would by itself. A push that is answered 201 is delivered. */
export type PushAnswer =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      /** Milliseconds. */
      readonly afterMs?: number
      /** An interim answer (102) comes before it. */
      readonly interim?: boolean
    }
  /** The request is taken and never answered. */
  | 'never'
  /** The connection is closed instead of an answer. */
  | 'cut'

export type PushRequest = {
  /** Milliseconds since 1970, with fractions: when the headers had arrived. */
  readonly at: number
  /** The last part of the endpoint. */
  readonly token: string
  readonly topic: string | undefined
  /** Seconds; NaN without the header. */
  readonly ttl: number
  readonly urgency: string | undefined
  /** The length of the encrypted body. */
  readonly bytes: number
  readonly headers: IncomingHttpHeaders
  /** The decrypted body, if the test holds the subscription's keys. */
  readonly plaintext: string | undefined
  /** What is wrong with the request, whatever was answered. */
  readonly problem: string | undefined
  readonly answered: number | 'never' | 'cut'
  /** For how long the answer was delayed, in milliseconds. */
  readonly afterMs: number
}

/** As `PushSubscription.toJSON()` gives it. */
export type SubscriptionJson = { readonly endpoint: string; readonly expirationTime: null; readonly keys: PublicKeys }

type Subscription = {
  readonly device: DeviceQueue
  /** base64url; without it any key may send. */
  readonly applicationServerKey?: string
  readonly keys?: SubscriptionKeys
}

type Options = {
  /** For TTL and VAPID's `exp`; a test that shifts the product's clock gives that clock. */
  readonly now?: () => number
}

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

export class PushService {
  readonly certificate: PushCertificate
  readonly now: () => number
  readonly #server: Server
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #removed = new Set<string>()
  readonly #answers = new Map<string, PushAnswer[]>()
  readonly #requests: PushRequest[] = []
  readonly #stopped = new AbortController()
  #answerToOthers: PushAnswer | ((token: string) => PushAnswer) | undefined
  readonly #open = new Set<Socket>()
  #connections = 0

  private constructor(certificate: PushCertificate, now: () => number) {
    this.certificate = certificate
    this.now = now
    const { cert, key } = certificate
    // As browsers' push services do, it selects HTTP/2 if the client offers it. It does not implement HTTP/2, so a client that offers it
    // fails (push-services.adapter.ts).
    this.#server = createServer({ cert, key, ALPNProtocols: ['h2', 'http/1.1'] }, (request, response) => {
      // A client that disconnects while it sends is not an error of the test.
      this.#handle(request, response).catch(() => response.destroy())
    })
    this.#server.on('connection', (socket: Socket) => {
      this.#connections += 1
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  static async start({ now = Date.now }: Options = {}): Promise<PushService> {
    const service = new PushService(await createPushCertificate(), now)
    await once(service.#server.listen(0, '127.0.0.1'), 'listening')
    return service
  }

  /** The host of its endpoints, with the port. */
  get host(): string {
    return `localhost:${this.port}`
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** In the order in which they were read. */
  get requests(): readonly PushRequest[] {
    return this.#requests
  }

  /** TCP connections accepted until now. */
  get connections(): number {
    return this.#connections
  }

  requestsTo(endpoint: string): readonly PushRequest[] {
    return this.#requests.filter(({ token }) => token === tokenOf(endpoint))
  }

  /** The messages kept for a device that is not connected. @throws Error if the service has no such subscription */
  pendingFor(endpoint: string): readonly PushMessage[] {
    const token = tokenOf(endpoint)
    const subscription = this.#subscriptions.get(token)
    if (!subscription) throw new Error(`the push service has no subscription ${endpoint}`)
    return subscription.device.pending.filter((message) => message.token === token)
  }

  /** Answers the next pushes to a subscription with these in turn, and all later ones with the last. Without any, it answers by itself. */
  answer(endpoint: string, ...answers: readonly PushAnswer[]): void {
    this.#answers.set(tokenOf(endpoint), [...answers])
  }

  /** Answers every push to subscriptions that have no answers of their own. With undefined, it answers by itself again. */
  answerAll(answer: PushAnswer | ((token: string) => PushAnswer) | undefined): void {
    this.#answerToOthers = answer
  }

  /** A subscription without a browser: the service holds its keys, and its device never connects. */
  createSubscription(applicationServerKey?: string): SubscriptionJson {
    const keys = createSubscriptionKeys()
    const token = this.add({ device: new DeviceQueue(this.now), keys, applicationServerKey })
    return { endpoint: this.urlOf(token), expirationTime: null, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  }

  /** @returns the token of a new subscription */
  add(subscription: Subscription): string {
    const token = randomUUID()
    this.#subscriptions.set(token, subscription)
    return token
  }

  /** Ends a subscription: pushes to it are answered 410. */
  remove(endpoint: string): void {
    const token = tokenOf(endpoint)
    this.#subscriptions.get(token)?.device.drop(token)
    if (this.#subscriptions.delete(token)) this.#removed.add(token)
  }

  urlOf(token: string): string {
    return `https://${this.host}/push/${token}`
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
    await closed
    await this.certificate.remove()
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.timeOrigin + performance.now()
    const { headers, method, url = '' } = request
    const body = await buffer(request)
    const token = tokenOf(url)
    const subscription = this.#subscriptions.get(token)
    const { applicationServerKey } = subscription ?? {}
    const opened = decrypt(subscription, body)
    const problem = findProblem({ method, headers, body, applicationServerKey, now: this.now() }) ?? opened.problem
    const gone = this.#removed.has(token) ? 410 : 404
    const answer = this.#answerFor(token)
    const answered = typeof answer === 'string' ? answer : (answer.status ?? (subscription ? (problem?.status ?? 201) : gone))
    const [topic, urgency] = [headers.topic?.toString(), headers.urgency?.toString()]
    const ttl = Number(headers.ttl ?? Number.NaN)
    const afterMs = typeof answer === 'string' ? 0 : (answer.afterMs ?? 0)
    const facts = { at, token, topic, ttl, urgency, bytes: body.length, headers, answered, afterMs }
    this.#requests.push({ ...facts, plaintext: opened.plaintext, problem: problem?.text })
    if (answer === 'cut') request.socket.destroy()
    if (typeof answer === 'string') return
    if (answer.interim) response.writeProcessing()
    if (afterMs) await pause(afterMs, undefined, { signal: this.#stopped.signal })
    if (answered !== 201) {
      response.writeHead(Number(answered), answer.headers).end(problem?.text)
      return
    }
    const id = randomUUID()
    subscription?.device.add({ id, token, topic, ttl, body, encoding: String(headers['content-encoding']) })
    response.writeHead(201, { Location: `https://${headers.host}/message/${id}`, TTL: ttl, ...answer.headers }).end()
  }

  #answerFor(token: string): PushAnswer {
    const answers = this.#answers.get(token) ?? []
    const others = this.#answerToOthers
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? (typeof others === 'function' ? others(token) : others) ?? {}
  }
}

/** Decrypts what was sent to a subscription whose keys the test holds. */
function decrypt(subscription: Subscription | undefined, body: Buffer): { readonly plaintext?: string; readonly problem?: PushProblem } {
  if (!subscription?.keys) return {}
  try {
    return { plaintext: decryptMessage(subscription.keys, body).toString() }
  } catch (error) {
    return { problem: { status: 400, text: `the subscription's keys do not decrypt the message: ${(error as Error).message}` } }
  }
}
