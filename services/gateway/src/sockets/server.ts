/** /ws: the upgrade, heartbeats, revocation, drain. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { Refusal } from '#kit/refusal.ts'
import { ERRORS, errorBody } from '#proto/errors.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import type { Guard } from '../domain/ports.ts'
import { comesFromUs } from '../domain/site.ts'
import { addressOf, type IdentifyDeps, identify, setCookies } from '../handlers/caller.ts'
import { retryAfterOf } from '../handlers/errors.ts'
import { Connection, type Identities, partyKey } from './connection.ts'
import { type DispatchDeps, dispatch } from './dispatch.ts'
import { Places } from './places.ts'
import { replay, tell } from './registration.ts'

export type SocketDeps = DispatchDeps & IdentifyDeps & { readonly guard: Guard }

const SESSION_CHECK_MS = 30_000
const REPLAY_JITTER_MS = 1_000

function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  socket.once('finish', () => socket.destroy())
  const body = JSON.stringify(errorBody(refusal.code, undefined, refusal.message))
  const wait = retryAfterOf(refusal)
  const lines = [
    `HTTP/1.1 ${ERRORS[refusal.code].status} Refused`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(wait === undefined ? [] : [`Retry-After: ${wait}`]),
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Cookies and Origin decide who may come in (decision 12). @throws Refusal */
async function admit(deps: SocketDeps, request: IncomingMessage): Promise<{ identities: Identities; cookies: string[] }> {
  if (request.url?.split('?')[0] !== SOCKET.path) throw new Refusal('not_found')
  if (!deps.site.allowsHost(request.headers.host)) throw new Refusal('wrong_host')
  if (!comesFromUs(deps.site, request.headers)) throw new Refusal('origin_refused')
  // Counted before the cookie is looked at: a look-up costs more than an upgrade.
  await deps.guard.admit('upgrade', { address: addressOf(deps, request) })
  const who = identify(deps, request)
  const resident = who.jar.session ? await deps.sessions.resolve(who.jar.session) : undefined
  const { visits: _held, ...base } = who.caller
  if (!resident && !who.owners.size) throw new Refusal('unauthenticated')
  const identities = { base: { ...base, visits: [] }, visits: who.owners, ...(resident ? { resident } : {}) }
  return { identities, cookies: setCookies(who) }
}

export class SocketServer {
  readonly #deps: SocketDeps
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: SOCKET.maxBytes, perMessageDeflate: false, clientTracking: false })
  readonly #connections = new Set<Connection>()
  readonly #places = new Places()
  /** What the answer to an upgrade sets: ws writes that answer. */
  readonly #cookies = new WeakMap<IncomingMessage, string[]>()
  readonly #timers: NodeJS.Timeout[]
  #beat = 0

  constructor(deps: SocketDeps) {
    this.#deps = deps
    this.#timers = [
      setInterval(() => this.#heartbeat(), SOCKET.heartbeatLive),
      setInterval(() => void this.#checkSessions(), SESSION_CHECK_MS),
    ]
    this.#server.on('headers', (lines, request) => {
      for (const cookie of this.#cookies.get(request) ?? []) lines.push(`Set-Cookie: ${cookie}`)
    })
    deps.sessions.onRevoked((session) => void this.#checkSession(session))
    deps.bus.onReconnect(() => {
      for (const connection of this.#connections)
        setTimeout(() => void replay(deps, connection).catch(() => undefined), Math.random() * REPLAY_JITTER_MS)
    })
  }

  get size(): number {
    return this.#connections.size
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    this.#admit(request, socket, head).catch((error: unknown) =>
      refuseUpgrade(socket, error instanceof Refusal ? error : new Refusal('internal')),
    )
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { identities, cookies } = await admit(this.#deps, request)
    this.#places.take(identities)
    // A socket that ends before it is accepted, and one that is, both end by this event.
    if (socket.destroyed) this.#places.free(identities)
    else socket.once('close', () => this.#places.free(identities))
    this.#cookies.set(request, cookies)
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#accept(ws, identities))
  }

  #accept(ws: WebSocket, identities: Identities): void {
    const connection = new Connection(ws, randomUUID(), identities)
    this.#connections.add(connection)
    ws.on('pong', () => {
      connection.alive = true
    })
    ws.on('message', (data, isBinary) => {
      connection.alive = true
      dispatch(this.#deps, connection, data, isBinary).catch((err: unknown) => {
        this.#deps.log.error({ err }, 'socket frame')
        connection.refuse(new Refusal('internal'))
      })
    })
    ws.on('error', () => undefined)
    ws.on('close', () => {
      this.#connections.delete(connection)
      connection.ended()
      tell(this.#deps, connection, 'closed')
      if (connection.party) void this.#deps.presence.gone(partyKey(connection.party), connection.clientId)
    })
  }

  /** Every 5 s the sockets of a live ring or call, every 25 s all; who did not answer the last one is gone. */
  #heartbeat(): void {
    this.#beat += 1
    const everyone = this.#beat % Math.round(SOCKET.heartbeat / SOCKET.heartbeatLive) === 0
    const now = performance.now()
    for (const connection of this.#connections) {
      if (!everyone && connection.liveUntil < now) continue
      if (!connection.alive) {
        connection.drop()
        continue
      }
      connection.ping()
      if (everyone && connection.party) {
        void this.#deps.presence.seen(partyKey(connection.party), connection.clientId)
        tell(this.#deps, connection, 'open')
      }
    }
  }

  async #checkSessions(): Promise<void> {
    const sessions = new Set(
      [...this.#connections].map((connection) => connection.identities.resident?.session).filter((id) => id !== undefined),
    )
    for (const session of sessions) await this.#checkSession(session)
  }

  /** A revoked session's sockets close within a second; while auth is silent they stay. */
  async #checkSession(session: string): Promise<void> {
    const mine = [...this.#connections].filter((connection) => connection.identities.resident?.session === session)
    if (!mine.length) return
    const alive = await this.#deps.bus.call('auth.check_session', { session }).then(
      (answer) => answer.alive,
      () => true,
    )
    if (alive) return
    for (const connection of mine) {
      if (connection.party?.as === 'resident' || !connection.party) connection.close(CLOSE.policy, 'session ended')
    }
  }

  /** Drain: 1012, so that clients come back, with jitter, to another copy; never 1001. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    for (const connection of this.#connections) connection.close(CLOSE.restart, 'restarting')
    this.#server.close()
  }
}
