/** The socket of an open page without its page: connects, registers, pings and reconnects as web/src/core/socket.ts does. */
import WebSocket from 'ws'
import type { ClientFrame } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import { ONE_TRY } from '#scripts/testing/http-client.ts'
import type { Resident } from '#scripts/testing/people.ts'
import {
  afterClose,
  CONNECT_TIMEOUT,
  FRESH,
  PONG_LIMIT,
  REGISTER_RETRY,
  succeeded,
  throttled,
  tried,
} from '../../../web/src/core/socket-schedule.ts'
import { createTimers } from '../../../web/src/core/timers.ts'

/** What a page needs to connect; another process can receive it. */
export type PageIdentity = { readonly userId: number; readonly cookie: string; readonly address: string }
export type PageEvents = {
  readonly onRegistered: () => void
  /** @param reason the close code, or why there was no connection */
  readonly onClosed: (reason: string) => void
  readonly onFrame: (frame: ServerFrame) => void
}
/** The URLs of the copies in the order to try: where nothing listens, the next one is tried at once, as a load balancer does. */
export type Copies = () => readonly string[]

/** No close frame has arrived (RFC 6455, 7.1.5). */
const ABNORMAL = 1006

export const identityOf = ({ user, client }: Resident): PageIdentity => ({
  userId: user.id,
  cookie: client.cookieHeader,
  address: client.address,
})

export class PageSocket {
  readonly #identity: PageIdentity
  readonly #copies: Copies
  readonly #events: PageEvents
  readonly #timers = createTimers()
  #socket: WebSocket | undefined
  #schedule = FRESH
  #registered: (() => void) | undefined

  constructor(identity: PageIdentity, copies: Copies, events: PageEvents) {
    this.#identity = identity
    this.#copies = copies
    this.#events = events
  }

  /** @returns once it has registered for the first time, however often it has to connect */
  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#registered = resolve
      this.#connect()
    })
  }

  send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  /** Closes it for good. */
  close(): void {
    this.#dropSocket()
  }

  #connect(): void {
    const now = performance.now()
    const wait = throttled(this.#schedule, now, false)
    if (wait > 0) {
      this.#timers.set('connect', wait, () => this.#connect())
      return
    }
    this.#schedule = tried(this.#schedule, now)
    this.#timers.set('attempt', CONNECT_TIMEOUT, () => this.#onClosed(ABNORMAL, 'no connection in time'))
    this.#tryCopies(this.#copies())
  }

  #tryCopies([url, ...others]: readonly string[]): void {
    const { cookie, address } = this.#identity
    const socket = new WebSocket(url ?? '', { headers: { cookie }, localAddress: address, perMessageDeflate: false, ...ONE_TRY })
    this.#socket = socket
    let failure: NodeJS.ErrnoException | undefined
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('open', () => this.#opened())
    socket.on('message', (data) => this.#onMessage(String(data)))
    socket.on('close', (code) => {
      if (this.#socket !== socket) return
      if (failure?.code === 'ECONNREFUSED' && others.length) this.#tryCopies(others)
      else this.#onClosed(code, failure ? (failure.code ?? failure.message) : String(code))
    })
  }

  #opened(): void {
    this.#timers.clear('attempt')
    this.#register()
    this.#timers.set('ping', SOCKET.heartbeat, () => this.#ping())
  }

  #register(): void {
    this.send({ type: 'register', userId: this.#identity.userId })
    this.#timers.set('register', REGISTER_RETRY, () => this.#register())
  }

  #ping(): void {
    this.#timers.set('ping', SOCKET.heartbeat, () => this.#ping())
    this.send({ type: 'ping' })
    this.#timers.set('pong', PONG_LIMIT, () => this.#onClosed(ABNORMAL, 'no pong in time'))
  }

  #onMessage(text: string): void {
    this.#timers.clear('pong')
    const frame = JSON.parse(text) as ServerFrame
    if (frame.type === 'register_success') {
      this.#timers.clear('register')
      this.#schedule = succeeded(this.#schedule)
      this.#registered?.()
      this.#registered = undefined
      this.#events.onRegistered()
    } else this.#events.onFrame(frame)
  }

  #onClosed(code: number, reason: string): void {
    this.#dropSocket()
    const plan = afterClose(this.#schedule, code, false, Math.random())
    this.#schedule = plan.schedule
    this.#events.onClosed(reason)
    if (plan.wait !== 'never') this.#timers.set('connect', plan.wait, () => this.#connect())
  }

  /** Without waiting for the closing handshake, which a dead network never finishes. */
  #dropSocket(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#timers.clearAll()
    socket?.terminate()
  }
}
