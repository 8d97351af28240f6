/** The lifetime of one socket: its possible identities, the registered party, its subscriptions. */
import type { WebSocket } from 'ws'
import type { AppError } from '#kit/app-error.ts'
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Subscription } from '#kit/bus.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { CLOSE, isLiveFrame, type ServerFrame } from '#proto/frames/server.ts'
import { SOCKET, TIME } from '#proto/limits.ts'
import { retryAfterOf } from '../handlers/errors.ts'
import { createWallFilter } from './wall-filter.ts'

/**
 * All identities from the upgrade's cookies; the first register frame chooses one for the socket's lifetime
 * (docs/product/interface.md, Socket).
 */
export type Identities = {
  readonly base: Caller
  readonly resident?: ResidentIdentity
  /** Activity → the opaque `userId` of its visitor. */
  readonly visits: ReadonlyMap<number, number>
}
export type Party =
  | { readonly as: 'resident'; readonly resident: ResidentIdentity }
  | { readonly as: 'visitor'; readonly activityId: number; readonly userId: number }

export const partyKey = (party: Party) => (party.as === 'resident' ? `user:${party.resident.userId}` : `visit:${party.activityId}`)

export const isWall = (party: Party | undefined): boolean => party?.as === 'resident' && party.resident.wall === true

/** Longer than a ring, so that its socket counts as live until the outcome; every further frame of a ring or call restarts it. */
const TRACES = 20
const LIVE_MS = TIME.ringLife + 15_000

export class Connection {
  readonly clientId: string
  identities: Identities
  party: Party | undefined
  /** Until this moment (as of `performance.now()`) the socket counts as one of a live ring or call, which is pinged every 5 s. */
  liveUntil = 0
  alive = true
  /** By when (as of `performance.now()`) a socket without a party is closed. */
  registerBy = performance.now() + SOCKET.registerWithin
  /** When the last replay for this socket started. */
  replayedAt = Number.NEGATIVE_INFINITY
  /** The traces of the rings in frames that were sent to it: its receipts continue them. Empty where nothing is traced. */
  readonly traces = new BoundedMap<number, string>(TRACES)
  /** Settles when the last answer to a ring from this socket was accepted or refused. */
  answering: Promise<unknown> = Promise.resolve()
  readonly #socket: WebSocket
  readonly #onDrop: () => void
  #subscriptions: Subscription[] = []
  #held: string[] | undefined
  #heldLength = 0
  #window = 0
  #frames = 0
  #closed = false
  /** Since when (as of `performance.now()`) more is queued than a slow reader may have. */
  #slowSince: number | undefined
  #before: Promise<unknown> = Promise.resolve()
  /** Set for a wall display, once it has registered. */
  #passesWall: ((frame: string) => boolean) | undefined

  /** @param onDrop called once if the socket is dropped because its peer does not read */
  constructor(socket: WebSocket, clientId: string, identities: Identities, onDrop: () => void) {
    this.#socket = socket
    this.#onDrop = onDrop
    this.clientId = clientId
    this.identities = identities
  }

  get closed(): boolean {
    return this.#closed
  }

  send(frame: ServerFrame): void {
    this.#extendLive(isLiveFrame(frame.type))
    this.#write(JSON.stringify(frame))
  }

  /**
   * Forwards a serialized live update; holds it back during a replay.
   * @param isLive of a live ring or call, by its publisher's header
   */
  forward(frame: string, isLive: boolean): void {
    this.#extendLive(isLive)
    if (!this.#held) {
      this.#write(frame)
      return
    }
    this.#held.push(frame)
    this.#heldLength += frame.length
    if (this.#heldLength > SOCKET.slow.most) this.close(CLOSE.restart, 'too slow')
  }

  /** The resident has renamed the device: later answers of this socket contain the new name. */
  renameDevice(device: string): void {
    const { resident } = this.identities
    if (!resident || resident.device === device) return
    const renamed = { ...resident, device }
    this.identities = { ...this.identities, resident: renamed }
    if (this.party?.as === 'resident') this.party = { as: 'resident', resident: renamed }
  }

  /** From now on only frames that a wall display may receive are sent. */
  limitToWall(session: string): void {
    this.#passesWall ??= createWallFilter(session)
  }

  #extendLive(isLive: boolean): void {
    if (isLive) this.liveUntil = performance.now() + LIVE_MS
  }

  #write(text: string): void {
    if (this.#closed || this.#passesWall?.(text) === false) return
    if (this.#socket.bufferedAmount > SOCKET.slow.most) this.#dropSlowReader()
    else this.#socket.send(text)
  }

  /** A close frame would wait behind the queue. After reconnecting, the replay restores what was missed. */
  #dropSlowReader(): void {
    this.ended()
    this.#socket.terminate()
    this.#onDrop()
  }

  /** Drops the socket if its peer has left too much unread for too long. @param now of `performance.now()` */
  checkReader(now: number): void {
    if (this.#closed || this.#socket.bufferedAmount <= SOCKET.slow.bytes) this.#slowSince = undefined
    else if (this.#slowSince === undefined) this.#slowSince = now
    else if (now - this.#slowSince >= SOCKET.slow.longest) this.#dropSlowReader()
  }

  /** Closes the socket if no party has registered on it in time: it costs a descriptor. @param now of `performance.now()` */
  checkRegistered(now: number): void {
    if (!this.party && now >= this.registerBy) this.close(CLOSE.policy, 'not registered')
  }

  refuse(appError: AppError, reference: { activityId?: number; requestId?: string; about?: string } = {}): void {
    const retryAfter = retryAfterOf(appError)
    const { code, message, params, issues } = appError
    const beside = { ...(params ? { params } : {}), ...(issues ? { issues } : {}) }
    this.send({ type: 'error', message, code, ...beside, ...(retryAfter === undefined ? {} : { retryAfter }), ...reference })
  }

  /** Runs work of this socket sequentially; a failure does not stop the next one. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#before.then(work)
    this.#before = done.catch(() => undefined)
    return done
  }

  hold(): void {
    if (this.#held) return
    this.#held = []
    this.#heldLength = 0
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const frame of held) this.#write(frame)
  }

  addSubscriptions(subscriptions: Subscription[]): void {
    this.#subscriptions.push(...subscriptions)
  }

  unsubscribe(): void {
    for (const subscription of this.#subscriptions) subscription.stop()
    this.#subscriptions = []
  }

  /** @returns ok, over (answer `error`), or far over (close 1008) */
  count(nowMs: number): 'ok' | 'over' | 'abuse' {
    const window = Math.floor(nowMs / SOCKET.window)
    if (window !== this.#window) this.#frames = 0
    this.#window = window
    this.#frames += 1
    if (this.#frames <= SOCKET.framesPerWindow) return 'ok'
    return this.#frames <= SOCKET.framesPerWindow * 2 ? 'over' : 'abuse'
  }

  /** @returns seconds until the socket may send again */
  windowEndsIn(nowMs: number): number {
    return Math.ceil((SOCKET.window - (nowMs % SOCKET.window)) / 1_000)
  }

  ping(): void {
    this.alive = false
    this.#socket.ping()
  }

  close(code: number, reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.unsubscribe()
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), 2_000).unref()
  }

  /** Terminates a socket whose peer no longer answers pings. */
  drop(): void {
    this.#socket.terminate()
  }

  ended(): void {
    this.#closed = true
    this.unsubscribe()
  }
}

/** The caller of a registered socket: only its chosen identity. */
export function callerOf(connection: Connection): Caller {
  const { base } = connection.identities
  const party = connection.party
  const caller: Caller = { ...base, visits: [], clientId: connection.clientId }
  if (party?.as === 'resident') return { ...caller, resident: party.resident }
  return party ? { ...caller, visits: [{ activityId: party.activityId }] } : caller
}
