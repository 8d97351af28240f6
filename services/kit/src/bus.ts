/**
 * NATS for services: rpc by request-reply on queue subscriptions, live frames on core subjects, events on JetStream (events.ts).
 * While NATS is unreachable every rpc fails immediately with `unavailable`; the client reconnects without a limit of attempts.
 */
import {
  connect,
  createInbox,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription as NatsSubscription,
} from '@nats-io/transport-node'
import type { Caller, RpcReply, RpcRequest } from '#proto/envelope.ts'
import { errorStatus } from '#proto/errors.ts'
import { isLiveFrame, type ServerFrame } from '#proto/frames/server.ts'
import { ownerOf, type ServiceName } from '#proto/operation.ts'
import { type Input, type OperationName, type Output, operationNamed } from '#proto/operations/index.ts'
import type { RingChange } from '#proto/ring-changes.ts'
import { inboxPrefix, subjects } from '#proto/subjects.ts'
import { AppError } from './app-error.ts'
import { Answer, type HandlersOf, systemCaller } from './handlers.ts'
import type { Log } from './log.ts'
import { countOperation } from './metrics.ts'
import { inRequest } from './request-log.ts'
import { Requests, unavailable } from './requests.ts'
import { appErrorOf } from './store-unavailable.ts'
import { traced, traceparent } from './tracing.ts'

const RPC_TIMEOUT = 5_000
const CLIENT = { kind: 'client' } as const
/** The delay between attempts to reconnect, also to a server that is being replaced. */
const HANDSHAKE_MS = 3_000
/**
 * Headers of a frame: the socket that does not receive it, the session whose sockets alone receive it, and whether it belongs to a live
 * ring or call (`isLiveFrame`).
 */
const EXCEPT = 'Except-Client'
const ONLY = 'Only-Session'
const LIVE = 'Live'
/** W3C Trace Context: the span that a message continues; only while traces are recorded. */
const TRACEPARENT = 'traceparent'
/** Which sockets of a live subject receive a frame; all without. */
export type Receivers = { readonly except?: string | undefined; readonly session?: string | undefined }
/** The values of a received frame's headers. */
export type FrameHeaders = Receivers & { readonly isLive: boolean; readonly trace: string | undefined }

/** The headers of most frames of a live ring or call, made once. */
const LIVE_ALONE = headers()
LIVE_ALONE.set(LIVE, '1')

/** The headers of a message that continues a trace. */
export function traceHeaders(trace: string): MsgHdrs {
  const own = headers()
  own.set(TRACEPARENT, trace)
  return own
}
/** @returns the `traceparent` that a message continues */
export const traceOf = ({ headers: found }: { readonly headers?: MsgHdrs }): string | undefined => found?.get(TRACEPARENT) || undefined

function headersOf(isLive: boolean, { except, session }: Receivers): MsgHdrs | undefined {
  const trace = traceparent()
  if (!except && !session && !trace) return isLive ? LIVE_ALONE : undefined
  const all = headers()
  if (trace) all.set(TRACEPARENT, trace)
  if (except) all.set(EXCEPT, except)
  if (session) all.set(ONLY, session)
  if (isLive) all.set(LIVE, '1')
  return all
}

export type CallOptions = { readonly caller?: Caller; readonly timeout?: number /** One node among n. */; readonly node?: string }
export type Answered<N extends OperationName> = {
  output: Output<N>
  cookies?: Extract<RpcReply, { output: unknown }>['cookies']
  next?: string | undefined
}
export type Subscription = { stop(): void }

/** @throws AppError to refuse the operation */
export type BeforeOperation = (name: OperationName, caller: Caller) => Promise<void>

/** The process's connection to NATS. */
export class Bus {
  readonly connection: NatsConnection
  readonly #log: Log
  readonly #inboxPrefix: string
  readonly #reconnected = new Set<() => void>()
  readonly #requests: Requests
  #frames: (() => void)[] = []
  #connected = true
  #failed: () => Promise<string[]> = async () => []
  readonly #serving: NatsSubscription[] = []
  readonly #answering = new Set<Promise<void>>()

  private constructor(connection: NatsConnection, name: string, log: Log) {
    this.connection = connection
    this.#log = log
    this.#inboxPrefix = inboxPrefix(name)
    this.#requests = new Requests(connection, this.#inboxPrefix)
    void this.#watch()
  }

  /**
   * @param url nats://user:password@host:port (comma-separated for a cluster)
   * @param name of the user who connects: replies arrive on inboxes that only this user may read
   * @param waits for a server that is not running yet, as services do
   * @throws Error of the client: where the user is refused, or, without waiting, where no server answers
   */
  static async connect(url: string, name: string, log: Log, { waits = true } = {}): Promise<Bus> {
    const urls = url.split(',').map((part) => new URL(part))
    const first = urls[0]
    const connection = await connect({
      servers: urls.map((part) => part.host),
      ...(first?.username ? { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) } : {}),
      name,
      inboxPrefix: inboxPrefix(name),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 5_000,
      maxPingOut: 2,
      timeout: HANDSHAKE_MS,
      waitOnFirstConnect: waits,
      noAsyncTraces: true,
    })
    return new Bus(connection, name, log)
  }

  async #watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'reconnect') {
        this.#log.info('nats reconnected')
        this.#connected = true
        for (const callback of this.#reconnected) callback()
      } else if (status.type === 'disconnect') {
        this.#log.warn('nats disconnected')
        this.#connected = false
        this.#requests.rejectAll()
      } else if (status.type === 'error') this.#log.error({ err: status.error.message }, 'nats refused a subject')
    }
  }

  onReconnect(callback: () => void): Subscription {
    this.#reconnected.add(callback)
    return { stop: () => this.#reconnected.delete(callback) }
  }

  /** Calls an operation. @returns its output alone @throws AppError as `ask` does */
  async call<N extends OperationName>(name: N, input: Input<N>, options: CallOptions = {}): Promise<Output<N>> {
    return (await this.ask(name, input, options)).output
  }

  /** Calls an operation. @throws AppError with the owner's code, or `unavailable` when no copy replies in time */
  async ask<N extends OperationName>(name: N, input: Input<N>, options: CallOptions = {}): Promise<Answered<N>> {
    const subject = options.node ? subjects.node(name, options.node) : subjects.rpc(name)
    const request: RpcRequest = { input, caller: options.caller ?? systemCaller('') }
    const reply = await traced(name, CLIENT, () => this.#request(subject, request, options.timeout ?? RPC_TIMEOUT))
    if ('error' in reply) {
      const { retryAfter, ...body } = reply.error
      throw AppError.fromBody(body, retryAfter)
    }
    return {
      output: reply.output as Output<N>,
      ...(reply.cookies ? { cookies: reply.cookies } : {}),
      ...(reply.next ? { next: reply.next } : {}),
    }
  }

  /** While disconnected the NATS client would buffer a request and send it after its caller has given up, so it is refused at once. */
  async #request(subject: string, request: RpcRequest, timeout: number): Promise<RpcReply> {
    if (!this.#connected) throw unavailable()
    const trace = traceparent()
    return (await this.#requests.send(subject, JSON.stringify(request), timeout, trace ? traceHeaders(trace) : undefined)).json<RpcReply>()
  }

  /** Serves a service's operations on queue subscriptions: any copy may take a request. */
  serve<S extends ServiceName>(service: S, table: HandlersOf<S>, before: BeforeOperation = async () => undefined): void {
    for (const [short, handle] of Object.entries(table)) {
      const name = `${service}.${short}` as OperationName
      const checked: AnyHandler = async (request) => {
        await before(name, request.caller)
        return (handle as AnyHandler)(request)
      }
      this.#answer(name, subjects.rpc(name), checked, service)
    }
    this.#answerPings(service)
  }

  /** Serves the operations of one node on its own subjects. */
  serveNode<S extends ServiceName>(service: S, nodeId: string, table: HandlersOf<S>): void {
    for (const [short, handle] of Object.entries(table)) {
      this.#answer(`${service}.${short}` as OperationName, subjects.node(`${service}.${short}`, nodeId), handle as AnyHandler)
    }
    this.#answerPings(service)
  }

  #answer(name: OperationName, subject: string, handle: AnyHandler, queue: string = ownerOf(name)): void {
    const { output } = operationNamed(name)
    const subscription = this.connection.subscribe(subject, {
      queue,
      callback: (err, message) => {
        if (err) return
        const request = message.json<RpcRequest>()
        const answer = () =>
          traced(name, { kind: 'server', parent: traceOf(message) }, () => this.#run(name, handle, request))
            .then((reply) => {
              if ('output' in reply) reply.output = output.parse(reply.output)
              this.#sendFrames()
              message.respond(JSON.stringify(reply))
            })
            .catch((error: unknown) => {
              this.#log.error({ err: error, operation: name }, 'response does not match the contract')
              message.respond(JSON.stringify({ error: { code: 'internal' } } satisfies RpcReply))
            })
        const answering: Promise<void> = inRequest(request.caller.requestId, answer).finally(() => this.#answering.delete(answering))
        this.#answering.add(answering)
      },
    })
    this.#serving.push(subscription)
  }

  #answerPings(service: ServiceName): void {
    const callback = (_err: unknown, message: Msg) => {
      const pong: Promise<void> = this.#pong(message).finally(() => this.#answering.delete(pong))
      this.#answering.add(pong)
    }
    this.#serving.push(this.connection.subscribe(subjects.ping(service), { queue: service, callback }))
  }

  /** Accepts no new requests and waits for the replies to those that have arrived. */
  async stopServing(): Promise<void> {
    if (!this.connection.isClosed()) await Promise.all(this.#serving.map((subscription) => subscription.drain().catch(() => undefined)))
    await Promise.all(this.#answering)
  }

  async #run(name: OperationName, handle: AnyHandler, request: RpcRequest): Promise<Writable<RpcReply>> {
    const began = performance.now()
    const reply = await this.#handle(name, handle, request)
    const durationMs = performance.now() - began
    const code = 'error' in reply ? reply.error.code : 'ok'
    countOperation(
      name,
      code === 'ok' ? 200 : errorStatus(code, 'error' in reply ? reply.error.params : undefined),
      durationMs,
      request.input,
    )
    this.#log.debug({ operation: name, durationMs: Math.round(durationMs), code }, 'operation handled')
    return reply
  }

  async #handle(name: OperationName, handle: AnyHandler, request: RpcRequest): Promise<Writable<RpcReply>> {
    try {
      const result = await handle(request)
      if (!(result instanceof Answer)) return { output: result }
      return {
        output: result.output,
        ...(result.cookies ? { cookies: result.cookies } : {}),
        ...(result.next ? { next: result.next } : {}),
      }
    } catch (error) {
      const appError = appErrorOf(error)
      if (appError.code === 'internal') this.#log.error({ operation: name, err: error }, 'handler failed')
      else if (appError !== error) this.#log.warn({ operation: name, err: messageOf(error) }, 'store unavailable')
      return { error: { ...appError.toBody(), ...(appError.retryAfterSeconds ? { retryAfter: appError.retryAfterSeconds } : {}) } }
    }
  }

  /**
   * Publishes a frame on a live subject, whose subscribers forward it to sockets. Core NATS drops frames while disconnected; clients resync
   * by resume or by polling. A frame is written together with the next rpc reply, before it, or at the end of this turn of the event loop.
   * @param receivers `except`: a socket that caused the frame and gets a reply of its own
   */
  live(subject: string, frame: ServerFrame | RingChange, receivers: Receivers = {}): void {
    // The type comes first until release 0.2.0: gateways older than 0.1.0 read no `Live` header, but the first characters of the frame.
    const { type, ...fields } = frame
    const body = JSON.stringify({ type, ...fields })
    const beside = headersOf(isLiveFrame(type), receivers)
    if (!this.#frames.length) setImmediate(() => this.#sendFrames())
    this.#frames.push(() => this.connection.publish(subject, body, beside && { headers: beside }))
  }

  #sendFrames(): void {
    const frames = this.#frames
    this.#frames = []
    if (!this.connection.isClosed()) for (const send of frames) send()
  }

  publish(subject: string, body: unknown): void {
    this.#sendFrames()
    if (!this.connection.isClosed()) this.connection.publish(subject, JSON.stringify(body))
  }

  /** @param receive its third argument is for live subjects; elsewhere no message has these headers */
  subscribe(subject: string, receive: (body: string, subject: string, headers: FrameHeaders) => void, queue?: string): Subscription {
    const subscription = this.connection.subscribe(subject, {
      ...(queue ? { queue } : {}),
      callback: (err, message) => {
        if (err) return
        const { headers: found } = message
        receive(message.string(), message.subject, {
          except: found?.get(EXCEPT),
          session: found?.get(ONLY),
          isLive: found?.has(LIVE) === true,
          trace: traceOf(message),
        })
      },
    })
    return { stop: () => subscription.unsubscribe() }
  }

  /** A subject for replies that this user alone may read. */
  createInbox(): string {
    return createInbox(this.#inboxPrefix)
  }

  /** Resolves when the server has every subscription made so far. */
  flush(): Promise<void> {
    this.#sendFrames()
    return this.connection.flush()
  }

  /** Answers the gateway's request for the address where this copy serves bytes (bytes.ts). */
  announceBytes(service: ServiceName, url: string): void {
    const callback = (_err: unknown, message: Msg) => void message.respond(JSON.stringify({ url }))
    this.#serving.push(this.connection.subscribe(subjects.bytes(service), { queue: service, callback }))
  }

  /** Every ping runs this check of the process's dependencies. @param failed names those that do not respond */
  answerPingsWith(failed: () => Promise<string[]>): void {
    this.#failed = failed
  }

  async #pong(message: Msg): Promise<void> {
    message.respond(JSON.stringify({ failed: await this.#failed() }))
  }

  /** A round trip to one copy of a service, which checks its dependencies. @returns those that failed @throws AppError unavailable */
  async ping(service: ServiceName, timeout = 3_000): Promise<string[]> {
    const message = await this.#requests.send(subjects.ping(service), '', timeout)
    return message.json<{ failed: string[] }>().failed
  }

  async close(): Promise<void> {
    this.#sendFrames()
    if (!this.connection.isClosed()) await this.connection.drain().catch(() => this.connection.close())
    this.#requests.rejectAll()
  }
}

/** The stack is left out: the line that queried an unreachable database is not the cause. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type AnyHandler = (request: RpcRequest) => Promise<unknown>
type Writable<T> = { -readonly [K in keyof T]: T[K] }
