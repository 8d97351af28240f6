/**
 * The page's one connection to /ws: registers, receives and sends frames, reconnects (docs/product/specification.md, 4, 7, 9;
 * docs/product/decisions.md, 15).
 */
import type { ClientFrame } from '#proto/frames/client.ts'
import type { ServerFrame, ServerFrameOf } from '#proto/frames/server.ts'
import { SOCKET, TIME } from '#proto/limits.ts'
import { errorText } from './error-texts.ts'
import { createVersionGate, type VersionGate } from './frame-versions.ts'
import { announce, isOnline, onNetworkChange, onPageBack } from './page-events.ts'
import type { ServerClock } from './server-clock.ts'
import { afterClose, CONNECT_TIMEOUT, FRESH, PONG_LIMIT, REGISTER_RETRY, reset, succeeded, throttled, tried } from './socket-schedule.ts'
import { createStore, type Store } from './store.ts'
import { errorTexts } from './texts/en-errors.ts'
import { createTimers } from './timers.ts'

export type Identity =
  | { readonly as: 'resident'; readonly userId: number }
  | { readonly as: 'visitor'; readonly activityId: number; readonly qrCodeId: string; readonly visitorName?: string }

export type ConnectionState = {
  readonly status: 'connecting' | 'open' | 'closed'
  /** `register_success` has arrived on this socket: frames are received and may be sent. */
  readonly registered: boolean
  /** No socket opened within 5 s: the page polls and shows that. False again once one opens. */
  readonly blocked: boolean
  readonly clientId: string | undefined
  /** This device's public session id: compare with `call.holder.session` and `answeredSession`. */
  readonly sessionId: string | undefined
  /** False while the browser's flag says offline and no socket answers: the flag alone may be wrong. */
  readonly online: boolean
  /** A ping has had no pong for a second: the socket may be dead although it is open. */
  readonly silent: boolean
  /** Close code of the last socket; 1008 after a revoked session: fetch GET /api/user again. */
  readonly closeCode: number | undefined
}

export type FrameHandler<T extends ServerFrame['type']> = (frame: ServerFrameOf<T>) => void

/** The interface that the rest of the page uses; tests pass their own. */
export interface Connection {
  readonly state: Store<ConnectionState>
  /** Polled data passes this gate too: `if (connection.versions.pass('activity', id, version)) …` */
  readonly versions: VersionGate
  /** Opens as this identity; a changed identity needs a new socket, because the gateway reads the cookie at the upgrade. */
  open(identity: Identity): void
  /** Closes the socket and stops reconnecting, until `open`. */
  close(): void
  /** @returns the unsubscribe function. Frames older than one already received for the same activity are dropped. */
  on<T extends ServerFrame['type']>(type: T, handler: FrameHandler<T>): () => void
  /** @returns whether it was written to a socket, which may be dead: frames that must arrive go through outbox.ts. Else it reconnects. */
  send(frame: ClientFrame): boolean
  /** While a ring or call is live: pings every 5 s, and reconnects without back-off, throttle or wait. */
  setLive(live: boolean): void
  /** Pings now; without a pong in 2.5 s it reconnects. */
  probe(): void
}

export type ConnectionDeps = {
  /** Every frame with the server's time updates it. */
  readonly clock: ServerClock
  /** Default: /ws of this page's own host. */
  readonly url?: string
  readonly random?: () => number
  readonly report?: (message: string) => void
}

export function createConnection(deps: ConnectionDeps): Connection {
  return new SocketConnection(deps)
}

const CLOSED: ConnectionState = {
  status: 'closed',
  registered: false,
  blocked: false,
  clientId: undefined,
  sessionId: undefined,
  online: true,
  silent: false,
  closeCode: undefined,
}
/** A socket that has not opened in this time sets `blocked`. */
const BLOCKED_AFTER = 5_000
const PONG_LIMIT_LIVE = 2_500
const SILENT_AFTER = 1_000
/** Close code used locally when the socket stops answering; no server sends it. */
const NO_PONG = 1006
const URGENT: readonly ServerFrame['type'][] = ['doorbell_ring', 'call_response', 'chat_message']

class SocketConnection implements Connection {
  readonly state = createStore(CLOSED)
  readonly versions = createVersionGate()
  readonly #deps: Required<Omit<ConnectionDeps, 'url'>> & { readonly url: string | undefined }
  readonly #timers = createTimers()
  readonly #handlers = new Map<ServerFrame['type'], Set<(frame: ServerFrame) => void>>()
  #identity: Identity | undefined
  #socket: WebSocket | undefined
  #schedule = FRESH
  #live = false
  #everRegistered = false
  #unsubscribePageEvents: (() => void) | undefined

  constructor(deps: ConnectionDeps) {
    this.#deps = {
      url: deps.url,
      clock: deps.clock,
      random: deps.random ?? Math.random,
      report: deps.report ?? ((message) => console.warn(message)),
    }
  }

  open(identity: Identity): void {
    const same = this.#identity !== undefined && identityKey(this.#identity) === identityKey(identity)
    this.#identity = identity
    if (same && this.#socket) return
    if (!same) this.#everRegistered = false
    this.#closeSocket()
    this.#unsubscribePageEvents ??= this.#subscribePageEvents()
    this.#schedule = reset()
    this.#connect()
  }

  close(): void {
    this.#identity = undefined
    this.#unsubscribePageEvents?.()
    this.#unsubscribePageEvents = undefined
    this.#closeSocket()
    this.#timers.clearAll()
    this.state.set({ ...CLOSED, closeCode: 1000 })
  }

  on<T extends ServerFrame['type']>(type: T, handler: FrameHandler<T>): () => void {
    const handlers = this.#handlers.get(type) ?? new Set()
    this.#handlers.set(type, handlers)
    const entry = (frame: ServerFrame) => {
      if (isOfType(frame, type)) handler(frame)
    }
    handlers.add(entry)
    return () => handlers.delete(entry)
  }

  send(frame: ClientFrame): boolean {
    if (this.state.get().registered && this.#write(frame)) return true
    this.#deps.report(`socket not open, could not send ${frame.type}`)
    this.#reconnectNow()
    return false
  }

  setLive(live: boolean): void {
    if (live === this.#live) return
    this.#live = live
    if (live) this.#reconnectNow()
    if (this.state.get().status === 'open') this.#heartbeat()
  }

  probe(): void {
    if (this.state.get().status === 'open') this.#ping(PONG_LIMIT_LIVE)
    else this.#reconnectNow()
  }

  /** Reconnects without the back-off's wait: resets retries and throttle. */
  #reconnectNow(): void {
    this.#schedule = reset()
    if (this.#identity && !this.#socket && this.state.get().closeCode !== 1001) this.#connect()
  }

  #subscribePageEvents(): () => void {
    this.state.set({ ...this.state.get(), online: isOnline() })
    const unsubscribes = [
      onPageBack(() => this.#onPageBack()),
      onNetworkChange(() => {
        // The socket may use another network that still works, so it is pinged first.
        if (!isOnline() && this.state.get().status === 'open') this.#ping(PONG_LIMIT_LIVE)
        else this.state.set({ ...this.state.get(), online: isOnline() })
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }

  #onPageBack(): void {
    if (this.#socket) this.probe()
    else {
      // A page restored from the back-forward cache had closed its own socket with 1001: that one must not stop it.
      this.#schedule = reset()
      if (this.#identity) this.#connect()
    }
  }

  #connect(): void {
    const now = performance.now()
    const wait = throttled(this.#schedule, now, this.#live)
    if (wait > 0) {
      this.#timers.set('connect', wait, () => this.#connect())
      return
    }
    this.#timers.clear('connect')
    this.#schedule = tried(this.#schedule, now)
    this.state.set({ ...this.state.get(), status: 'connecting', registered: false, silent: false })
    this.#startBlockedTimer()
    const socket = new WebSocket(this.#deps.url ?? ownUrl())
    this.#socket = socket
    this.#timers.set('attempt', CONNECT_TIMEOUT, () => this.#onClosed(NO_PONG))
    socket.onopen = () => this.#opened()
    socket.onmessage = (event) => this.#onMessage(event.data)
    socket.onclose = (event) => this.#onClosed(event.code)
  }

  #opened(): void {
    this.#timers.clear('attempt')
    this.#timers.clear('blocked')
    this.state.set({ ...this.state.get(), status: 'open', blocked: false })
    this.#register()
    // A returning visitor's page repeats its registration, in case the gateway was still starting (docs/product/specification.md, 4).
    const repeat = this.#everRegistered && this.#identity?.as === 'visitor' ? TIME.reRegister : REGISTER_RETRY
    this.#timers.set('register', repeat, () => this.#retryRegister())
    this.#heartbeat()
    announce('websocket_connected')
  }

  #register(): void {
    const who = this.#identity
    if (who?.as === 'resident') this.#write({ type: 'register', userId: who.userId })
    if (who?.as === 'visitor') {
      const visitorName = who.visitorName || (this.#everRegistered ? 'Visitor' : 'Anonymous')
      this.#write({ type: 'register_visitor', qrCodeId: who.qrCodeId, visitorName, activityId: who.activityId })
    }
  }

  #retryRegister(): void {
    if (this.state.get().registered) return
    this.#register()
    this.#timers.set('register', REGISTER_RETRY, () => this.#retryRegister())
  }

  #onMessage(data: unknown): void {
    this.#markAlive()
    const frame = parse(data)
    if (!frame) {
      this.#deps.report('socket frame is not JSON')
      return
    }
    if ('now' in frame && typeof frame.now === 'string') this.#deps.clock.observeNow(frame.now)
    if (frame.type === 'register_success') this.#registered(frame)
    // The visit is not this visitor's: registering again does not help; the page's next GET shows why.
    if (frame.type === 'error' && frame.code === 'not_found' && frame.about?.startsWith('register')) this.#timers.clear('register')
    if (!this.versions.passFrame(frame)) return
    for (const handler of [...(this.#handlers.get(frame.type) ?? [])]) handler(frame)
    if (URGENT.includes(frame.type)) announce('urgent_websocket_message', frame)
  }

  #registered(frame: ServerFrameOf<'register_success'>): void {
    this.#timers.clear('register')
    this.#everRegistered = true
    this.#schedule = succeeded(this.#schedule)
    this.state.set({
      ...this.state.get(),
      registered: true,
      online: true,
      clientId: frame.clientId,
      sessionId: frame.sessionId,
      closeCode: undefined,
    })
  }

  #heartbeat(): void {
    this.#timers.set('ping', this.#live ? SOCKET.heartbeatLive : SOCKET.heartbeat, () => {
      this.#heartbeat()
      this.#ping(this.#live ? PONG_LIMIT_LIVE : PONG_LIMIT)
    })
  }

  #ping(limit: number): void {
    if (this.#timers.has('pong')) return
    this.#write({ type: 'ping' })
    this.#timers.set('silent', SILENT_AFTER, () => this.state.set({ ...this.state.get(), silent: true, online: isOnline() }))
    this.#timers.set('pong', limit, () => this.#onClosed(NO_PONG))
  }

  #markAlive(): void {
    this.#timers.clear('pong')
    this.#timers.clear('silent')
    if (this.state.get().silent) this.state.set({ ...this.state.get(), silent: false, online: true })
  }

  #startBlockedTimer(): void {
    if (this.#timers.has('blocked') || this.state.get().blocked) return
    this.#timers.set('blocked', BLOCKED_AFTER, () => this.state.set({ ...this.state.get(), blocked: true }))
  }

  #write(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** The socket closed or stopped answering: schedules the next one. */
  #onClosed(code: number): void {
    const wasOpen = this.state.get().status === 'open'
    this.#closeSocket()
    const plan = afterClose(this.#schedule, code, this.#live, this.#deps.random())
    this.#schedule = plan.schedule
    this.state.set({ ...this.state.get(), status: 'closed', registered: false, silent: false, clientId: undefined, closeCode: code })
    if (wasOpen) announce('websocket_disconnected')
    if (plan.wait === 'never') {
      this.#timers.clear('blocked')
      return
    }
    this.#startBlockedTimer()
    this.#timers.set('connect', plan.wait, () => this.#connect())
  }

  /** Closes without waiting for the closing handshake, which a dead network never finishes. */
  #closeSocket(): void {
    const socket = this.#socket
    this.#socket = undefined
    for (const name of ['attempt', 'register', 'ping', 'pong', 'silent', 'connect']) this.#timers.clear(name)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

/** Identities with the same key share a socket. */
function identityKey(identity: Identity): string {
  return identity.as === 'resident' ? `resident ${identity.userId}` : `visitor ${identity.activityId}`
}

function ownUrl(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET.path}`
}

/** An error's message in the page's language. */
const translated = (frame: ServerFrame): ServerFrame =>
  frame.type === 'error' ? { ...frame, message: errorText(errorTexts, frame) } : frame

/** Frames come from our own server, so only the type's presence is checked. */
function parse(data: unknown): ServerFrame | undefined {
  try {
    const value: unknown = JSON.parse(String(data))
    const isFrame = typeof value === 'object' && value !== null && 'type' in value
    return isFrame ? translated(value as ServerFrame) : undefined
  } catch {
    return undefined
  }
}

function isOfType<T extends ServerFrame['type']>(frame: ServerFrame, type: T): frame is ServerFrameOf<T> {
  return frame.type === type
}
