/** The page's one connection to /ws: who we are, what we hear, what we send (spec sections 4, 7 and 9; decision 15). */
import type { ClientFrame } from '#proto/frames/client.ts'
import type { ServerFrame, ServerFrameOf } from '#proto/frames/server.ts'
import { SOCKET, TIME } from '#proto/limits.ts'
import { createVersionGate, type VersionGate } from './frame-versions.ts'
import { announce, isOnline, onNetworkChange, onPageBack } from './page-events.ts'
import { type ServerClock, serverClock } from './server-clock.ts'
import { afterClose, FRESH, reset, succeeded, throttled, tried } from './socket-schedule.ts'
import { createStore, type Store } from './store.ts'
import { createTimers } from './timers.ts'

export type Identity =
  | { readonly as: 'resident'; readonly userId: number }
  | { readonly as: 'visitor'; readonly activityId: number; readonly qrCodeId: string; readonly visitorName?: string }

export type ConnectionState = {
  readonly status: 'connecting' | 'open' | 'closed'
  /** `register_success` has come on this socket: frames are heard and may be sent. */
  readonly registered: boolean
  /** No socket within 5 s of trying: the page polls and says so. False again once one opens. */
  readonly blocked: boolean
  readonly clientId: string | undefined
  /** This device's public session id: compare with `call.holder.session` and `answeredSession`. */
  readonly sessionId: string | undefined
  /** The browser's own word on the network. */
  readonly online: boolean
  /** A ping is out and unanswered for a second: the socket may be dead without knowing it. */
  readonly silent: boolean
  /** Why the last socket ended; 1008 after a revoked session: ask GET /api/user again. */
  readonly closeCode: number | undefined
}

export type FrameHandler<T extends ServerFrame['type']> = (frame: ServerFrameOf<T>) => void

/** What the rest of the page uses of the socket; tests hand in their own. */
export interface Connection {
  readonly state: Store<ConnectionState>
  /** What was polled goes through here too: `if (connection.versions.pass('activity', id, version)) …` */
  readonly versions: VersionGate
  /** Opens as this identity; another identity than before gets a new socket (the cookie counts at the upgrade). */
  open(identity: Identity): void
  /** Ends it for good, until `open`. */
  close(): void
  /** @returns the unsubscribe function. Frames older than one already heard of the same activity never arrive. */
  on<T extends ServerFrame['type']>(type: T, handler: FrameHandler<T>): () => void
  /** @returns whether it was written to a socket, which may be dead: what must arrive goes through outbox.ts. Else a reconnect is tried. */
  send(frame: ClientFrame): boolean
  /** While a ring or call is live: pings every 5 s, and no back-off, throttle or wait stands in the way. */
  setLive(live: boolean): void
  /** Asks at once whether the socket still answers; without an answer in 2.5 s it is opened anew. */
  probe(): void
}

export type ConnectionParts = {
  /** Default: /ws of this page's own host. */
  readonly url?: string
  readonly clock?: ServerClock
  readonly random?: () => number
  readonly report?: (message: string) => void
}

export function createConnection(parts: ConnectionParts = {}): Connection {
  return new SocketConnection(parts)
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
/** A socket that does not open in this time is told (issue: a page whose socket does not open in 5 s says so). */
const BLOCKED_AFTER = 5_000
/** An attempt that hangs is given up and counts as an unclean close. */
const ATTEMPT_LIMIT = 10_000
const PONG_LIMIT = 5_000
const PONG_LIMIT_LIVE = 2_500
const SILENT_AFTER = 1_000
const REGISTER_AGAIN = 5_000
/** Own code for "the socket no longer answers": never on the wire from the server. */
const LOST = 1006
const URGENT: readonly ServerFrame['type'][] = ['doorbell_ring', 'call_response', 'chat_message']

class SocketConnection implements Connection {
  readonly state = createStore(CLOSED)
  readonly versions = createVersionGate()
  readonly #parts: Required<Omit<ConnectionParts, 'url'>> & { readonly url: string | undefined }
  readonly #timers = createTimers()
  readonly #handlers = new Map<ServerFrame['type'], Set<(frame: ServerFrame) => void>>()
  #identity: Identity | undefined
  #socket: WebSocket | undefined
  #schedule = FRESH
  #live = false
  #everRegistered = false
  #stopPageEvents: (() => void) | undefined

  constructor(parts: ConnectionParts) {
    this.#parts = {
      url: parts.url,
      clock: parts.clock ?? serverClock,
      random: parts.random ?? Math.random,
      report: parts.report ?? ((message) => console.warn(message)),
    }
  }

  open(identity: Identity): void {
    const same = this.#identity !== undefined && nameOf(this.#identity) === nameOf(identity)
    this.#identity = identity
    if (same && this.#socket) return
    if (!same) this.#everRegistered = false
    this.#drop()
    this.#stopPageEvents ??= this.#watchPage()
    this.#schedule = reset()
    this.#connect()
  }

  close(): void {
    this.#identity = undefined
    this.#stopPageEvents?.()
    this.#stopPageEvents = undefined
    this.#drop()
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
    this.#parts.report(`socket not open, could not send ${frame.type}`)
    this.#hurry()
    return false
  }

  setLive(live: boolean): void {
    if (live === this.#live) return
    this.#live = live
    if (live) this.#hurry()
    if (this.state.get().status === 'open') this.#heartbeat()
  }

  probe(): void {
    if (this.state.get().status === 'open') this.#ping(PONG_LIMIT_LIVE)
    else this.#hurry()
  }

  /** A reason to be back at once: count, throttle and wait are forgotten. */
  #hurry(): void {
    this.#schedule = reset()
    if (this.#identity && !this.#socket && this.state.get().closeCode !== 1001) this.#connect()
  }

  #watchPage(): () => void {
    const online = () => this.state.set({ ...this.state.get(), online: isOnline() })
    online()
    const stops = [
      onPageBack(() => this.#pageBack()),
      onNetworkChange(() => {
        online()
        // It may have been another network than the socket's.
        if (!isOnline() && this.state.get().status === 'open') this.#ping(PONG_LIMIT_LIVE)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  #pageBack(): void {
    if (this.#socket) this.probe()
    else {
      // A page out of the back-forward cache lost its socket by leaving: that 1001 was its own.
      this.#schedule = reset()
      if (this.#identity) this.#connect()
    }
  }

  #connect(): void {
    const now = Date.now()
    const wait = throttled(this.#schedule, now, this.#live)
    if (wait > 0) {
      this.#timers.set('connect', wait, () => this.#connect())
      return
    }
    this.#timers.clear('connect')
    this.#schedule = tried(this.#schedule, now)
    this.state.set({ ...this.state.get(), status: 'connecting', registered: false, silent: false })
    this.#watchBlocked()
    const socket = new WebSocket(this.#parts.url ?? ownUrl())
    this.#socket = socket
    this.#timers.set('attempt', ATTEMPT_LIMIT, () => this.#lost(LOST))
    socket.onopen = () => this.#opened()
    socket.onmessage = (event) => this.#heard(event.data)
    socket.onclose = (event) => this.#lost(event.code)
  }

  #opened(): void {
    this.#timers.clear('attempt')
    this.#timers.clear('blocked')
    this.state.set({ ...this.state.get(), status: 'open', blocked: false })
    this.#register()
    // A visitor's page that comes back says it again, in case the first words fell on a gateway still waking (spec section 4).
    const repeat = this.#everRegistered && this.#identity?.as === 'visitor' ? TIME.reRegister : REGISTER_AGAIN
    this.#timers.set('register', repeat, () => this.#registerAgain())
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

  #registerAgain(): void {
    if (this.state.get().registered) return
    this.#register()
    this.#timers.set('register', REGISTER_AGAIN, () => this.#registerAgain())
  }

  #heard(data: unknown): void {
    this.#answered()
    const frame = parse(data)
    if (!frame) {
      this.#parts.report('socket: a frame that is not JSON')
      return
    }
    if ('now' in frame && typeof frame.now === 'string') this.#parts.clock.sawNow(frame.now)
    if (frame.type === 'register_success') this.#registered(frame)
    // Not ours: saying it again changes nothing; the page's own GET finds out why.
    if (frame.type === 'error' && frame.code === 'not_found' && frame.about?.startsWith('register')) this.#timers.clear('register')
    if (!this.versions.passFrame(frame)) return
    for (const handler of [...(this.#handlers.get(frame.type) ?? [])]) handler(frame)
    if (URGENT.includes(frame.type)) announce('urgent_websocket_message', frame)
  }

  #registered(frame: ServerFrameOf<'register_success'>): void {
    this.#timers.clear('register')
    this.#everRegistered = true
    this.#schedule = succeeded(this.#schedule)
    this.state.set({ ...this.state.get(), registered: true, clientId: frame.clientId, sessionId: frame.sessionId, closeCode: undefined })
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
    this.#timers.set('silent', SILENT_AFTER, () => this.state.set({ ...this.state.get(), silent: true }))
    this.#timers.set('pong', limit, () => this.#lost(LOST))
  }

  #answered(): void {
    this.#timers.clear('pong')
    this.#timers.clear('silent')
    if (this.state.get().silent) this.state.set({ ...this.state.get(), silent: false })
  }

  #watchBlocked(): void {
    if (this.#timers.has('blocked') || this.state.get().blocked) return
    this.#timers.set('blocked', BLOCKED_AFTER, () => this.state.set({ ...this.state.get(), blocked: true }))
  }

  #write(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(frame))
    return true
  }

  /** The socket is over, or no longer answers: plan the next. */
  #lost(code: number): void {
    const wasOpen = this.state.get().status === 'open'
    this.#drop()
    const plan = afterClose(this.#schedule, code, this.#live, this.#parts.random())
    this.#schedule = plan.schedule
    this.state.set({ ...this.state.get(), status: 'closed', registered: false, silent: false, clientId: undefined, closeCode: code })
    if (wasOpen) announce('websocket_disconnected')
    if (plan.wait === 'never') {
      this.#timers.clear('blocked')
      return
    }
    this.#watchBlocked()
    this.#timers.set('connect', plan.wait, () => this.#connect())
  }

  /** Lets go of the socket without waiting for its closing handshake, which a dead network never finishes. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    for (const name of ['attempt', 'register', 'ping', 'pong', 'silent', 'connect']) this.#timers.clear(name)
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}

/** Two identities with the same name share a socket. */
function nameOf(identity: Identity): string {
  return identity.as === 'resident' ? `resident ${identity.userId}` : `visitor ${identity.activityId}`
}

function ownUrl(): string {
  const { protocol, host } = window.location
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET.path}`
}

/** The house's own frames need no second check here; anything without a type is not one. */
function parse(data: unknown): ServerFrame | undefined {
  try {
    const value: unknown = JSON.parse(String(data))
    const isFrame = typeof value === 'object' && value !== null && 'type' in value
    return isFrame ? (value as ServerFrame) : undefined
  } catch {
    return undefined
  }
}

function isOfType<T extends ServerFrame['type']>(frame: ServerFrame, type: T): frame is ServerFrameOf<T> {
  return frame.type === type
}
