/** The WebSocket server on /ws: upgrade, heartbeats, session revocation, drain. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { AppError } from '#kit/app-error.ts'
import { hasSeveralHosts } from '#kit/host.ts'
import { appErrorOf } from '#kit/store-unavailable.ts'
import { ERRORS } from '#proto/errors.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import { connectionKey } from '../domain/address.ts'
import { apiTokenOf } from '../domain/bearer.ts'
import { leaveWithin } from '../domain/drain.ts'
import type { RateLimiter } from '../domain/ports.ts'
import { refusalOf } from '../domain/refusals.ts'
import { comesFromUs } from '../domain/site.ts'
import { asksForSocket } from '../domain/socket-request.ts'
import { addressOf, type IdentifyDeps, identify, setCookies } from '../handlers/caller.ts'
import { retryAfterOf } from '../handlers/errors.ts'
import { BARE_LINES } from '../handlers/headers.ts'
import { Connection, type Identities } from './connection.ts'
import { dispatch } from './dispatch.ts'
import { replay, reportPresence } from './registration.ts'
import { SocketLimits } from './socket-limits.ts'

export type SocketDeps = Parameters<typeof dispatch>[0] &
  IdentifyDeps & {
    readonly rateLimiter: RateLimiter
    readonly countSlowReader: () => void
    /** Counts the connection by its client, if a proxy has opened it. */
    readonly claimConnection: (socket: Duplex, key: string) => void
  }

const REPLAY_JITTER_MS = 1_000

function refuseUpgrade(socket: Duplex, appError: AppError): void {
  socket.once('finish', () => socket.destroy())
  const body = JSON.stringify(appError.toBody())
  const wait = retryAfterOf(appError)
  const lines = [
    `HTTP/1.1 ${ERRORS[appError.code].status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(wait === undefined ? [] : [`Retry-After: ${wait}`]),
    ...BARE_LINES,
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Admits an upgrade by its Origin and cookies (docs/product/decisions.md, 12). @throws AppError */
async function admit(deps: SocketDeps, request: IncomingMessage): Promise<{ identities: Identities; cookies: string[] }> {
  // A Node before 24.9 has no shouldUpgradeCallback (adapters/listeners.ts): there every upgrade comes here.
  if (!asksForSocket(request)) throw new AppError('not_found')
  if (hasSeveralHosts(request)) throw new AppError('malformed')
  if (!deps.site.allowsHost(request.headers.host)) throw new AppError('wrong_host')
  if (!comesFromUs(deps.site, request.headers)) throw new AppError('origin_refused')
  // Counted before the session is resolved, because a lookup costs more than an upgrade.
  await deps.rateLimiter.admit('upgrade', { address: addressOf(deps, request) })
  // A program polls: sockets carry the frames of a person's page.
  if (apiTokenOf(request.headers) !== undefined) throw new AppError('scope_missing')
  const who = identify(deps, request)
  const resident = who.jar.session ? await deps.sessions.resolve(who.jar.session) : undefined
  const visits = new Map(who.proofs.visits().map(({ activityId }) => [activityId, who.proofs.userIdOf(activityId) ?? 0]))
  if (!resident && !visits.size) throw new AppError('unauthenticated')
  const identities = { base: who.caller, visits, ...(resident ? { resident } : {}) }
  return { identities, cookies: setCookies(who) }
}

export class SocketServer {
  readonly #deps: SocketDeps
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET.maxBytes,
    maxFragments: SOCKET.maxFragments,
    maxBufferedChunks: SOCKET.maxChunks,
    perMessageDeflate: false,
    clientTracking: false,
  })
  readonly #connections = new Set<Connection>()
  readonly #socketLimits = new SocketLimits()
  /** Cookies for the upgrade response, which ws writes. */
  readonly #cookies = new WeakMap<IncomingMessage, string[]>()
  #beat = 0
  /** Within how many milliseconds sockets leave; undefined until the drain. */
  #leaveWithin: number | undefined
  #allGone: () => void = () => undefined

  constructor(deps: SocketDeps) {
    this.#deps = deps
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
    this.#admit(request, socket, head).catch((error: unknown) => {
      const appError = appErrorOf(error)
      const reason = refusalOf(appError)
      if (reason) this.#deps.reportRefusal(reason)
      refuseUpgrade(socket, appError)
    })
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { identities, cookies } = await admit(this.#deps, request)
    this.#socketLimits.take(identities)
    this.#deps.claimConnection(socket, connectionKey(identities.base.address))
    // The close event frees the slot, whether or not the socket was accepted.
    if (socket.destroyed) this.#socketLimits.free(identities)
    else socket.once('close', () => this.#socketLimits.free(identities))
    this.#cookies.set(request, cookies)
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#accept(ws, identities))
  }

  #accept(ws: WebSocket, identities: Identities): void {
    const connection = new Connection(ws, randomUUID(), identities, () => {
      this.#deps.countSlowReader()
      this.#deps.log.warn({ clientId: connection.clientId }, 'socket dropped, its peer does not read')
    })
    this.#connections.add(connection)
    const onControl = () => {
      connection.alive = true
      if (connection.count(performance.now()) === 'abuse') connection.drop()
    }
    ws.on('pong', onControl).on('ping', onControl)
    ws.on('message', (data, isBinary) => {
      connection.alive = true
      dispatch(this.#deps, connection, data, isBinary).catch((err: unknown) => {
        this.#deps.log.error({ err }, 'socket frame dispatch failed')
        connection.refuse(appErrorOf(err))
      })
    })
    ws.on('error', () => undefined)
    if (this.#leaveWithin !== undefined) this.#closeSoon(connection, this.#leaveWithin)
    ws.on('close', () => {
      this.#connections.delete(connection)
      if (this.#connections.size === 0) this.#allGone()
      connection.ended()
      void reportPresence(this.#deps, connection, 'closed')
    })
  }

  /** Drops sockets whose peers do not read, and closes those without a registered party. */
  checkSockets(): void {
    const now = performance.now()
    for (const connection of this.#connections) {
      connection.checkReader(now)
      connection.checkRegistered(now)
    }
  }

  /** Pings sockets with a live ring or call every 5 s and all sockets every 25 s; drops those that missed the last ping. */
  pingSockets(): void {
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
      if (everyone && connection.party) void reportPresence(this.#deps, connection, 'open')
    }
  }

  /** Finds sessions that ended while their revocation message was lost. */
  async checkSessions(): Promise<void> {
    const sessions = new Set(
      [...this.#connections].map((connection) => connection.identities.resident?.session).filter((id) => id !== undefined),
    )
    for (const session of sessions) await this.#checkSession(session)
  }

  /**
   * Closes the sockets of a revoked session, and those of a session whose role has changed: they reconnect with the new one. Those
   * of a renamed device stay open, and so do all while auth does not answer.
   */
  async #checkSession(session: string): Promise<void> {
    const mine = [...this.#connections].filter((connection) => connection.identities.resident?.session === session)
    if (!mine.length) return
    const found = await this.#deps.bus.call('auth.check_session', { session }).catch(() => undefined)
    if (!found) return
    for (const connection of mine) {
      if (connection.party?.as === 'visitor') continue
      if (!found.alive) connection.close(CLOSE.policy, 'session ended')
      else if (found.wall !== connection.identities.resident?.wall) connection.close(CLOSE.restart, 'session changed')
      else if (found.device) connection.renameDevice(found.device)
    }
  }

  /**
   * Drains: every socket is closed with 1012 at a moment of its own, so that pages come back to other copies one after another; never with
   * 1001. Until then it is served.
   * @returns when all are closed
   */
  async leave(): Promise<void> {
    const within = leaveWithin(this.#connections.size)
    this.#leaveWithin = within
    const gone = new Promise<void>((resolve) => {
      this.#allGone = resolve
    })
    for (const connection of this.#connections) this.#closeSoon(connection, within)
    if (this.#connections.size > 0) await gone
  }

  #closeSoon(connection: Connection, within: number): void {
    setTimeout(() => connection.close(CLOSE.restart, 'restarting'), Math.random() * within)
  }
}
