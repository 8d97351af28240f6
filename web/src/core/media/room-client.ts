/**
 * This device's side of a call's room: joins it (to prepare or to call), rejoins it after losses and moves, leaves it. Joins run one
 * after the other; each keeps the Peer or creates a new one, and the session then says again what to send.
 */

import type { MediaEvent, MediaRequest, MediaSource } from '#proto/frames/media.ts'
import { randomId } from '../ids.ts'
import type { Connection } from '../socket.ts'
import { createTimers } from '../timers.ts'
import { type ConsumedTrack, type JoinReply, Peer, type ProducerSetting } from './peer.ts'
import { createMediaRequests, type MediaErrorCode, MediaRequestError } from './requests.ts'

export type JoinMode = 'prepare' | 'call'
export type RoomClientEvents = {
  /** Joined, with the same peer or a new one: the session sends its sources again. */
  readonly joined: (isNewPeer: boolean) => void
  /** The join failed for good; nothing is retried until the next `join`. */
  readonly refused: (code: MediaErrorCode | 'unsupported', message: string) => void
  readonly consumersChanged: () => void
}
export type RoomClientDeps = {
  readonly connection: Connection
  readonly activityId: number
  readonly side: 'visitor' | 'resident'
  readonly events: RoomClientEvents
}

/** Errors that are worth a retry. */
const TRANSIENT: readonly MediaErrorCode[] = ['timeout', 'call_moved', 'unavailable', 'internal', 'limited']
/** Worth a retry only after this device had joined: the call's worker died, and the next one is starting. */
const TRANSIENT_IN_CALL: readonly string[] = ['calls_preparing', 'calls_full']
const RETRY_AFTER = 500
const FAILED_JOIN_LIMIT = 5
/** The join may arrive before the call is created: `call_not_there` is retried this long. */
const CALL_WAIT_LIMIT = 20_000

export class RoomClient {
  readonly #deps: RoomClientDeps
  readonly #requests: ReturnType<typeof createMediaRequests>
  readonly #timers = createTimers()
  #mode: JoinMode | undefined
  #joinedAs: JoinMode | undefined
  #peer: Peer | undefined
  #queue: Promise<void> = Promise.resolve()
  /** The join queued behind the running one; later requests merge into it. */
  #next: { fresh: boolean } | undefined
  #running = false
  /** Consecutive joins that failed in mediasoup-client. */
  #failedJoins = 0
  #registered: boolean
  #wantedAt = 0
  /** Whether the scheduled retry asks for new transports. */
  #retryFresh = false
  /** Whether this peer sends, by the last reply or event. Undefined until it has joined. */
  #sends: boolean | undefined
  /** The next join takes over from the visitor's other tab. */
  #takesOver = false

  constructor(deps: RoomClientDeps) {
    this.#deps = deps
    // A reload is another peer, and so is a duplicated tab.
    const peerId = deps.side === 'visitor' ? randomId() : undefined
    this.#requests = createMediaRequests(deps.connection, deps.activityId, peerId)
    this.#registered = deps.connection.state.get().registered
  }

  get mode(): JoinMode | undefined {
    return this.#mode
  }

  get peer(): Peer | undefined {
    return this.#peer
  }

  /** False while another tab of the visitor sends: this one only receives. Undefined until it has joined. */
  get sends(): boolean | undefined {
    return this.#sends
  }

  /** This tab is about to become the one that sends. */
  get takesOver(): boolean {
    return this.#takesOver
  }

  /** By a press: makes this tab the visitor's one that sends, at once or with its next join. */
  async takeOver(): Promise<void> {
    if (this.#sends || this.#deps.side !== 'visitor') return
    this.#takesOver = true
    if (this.#mode) await this.#enqueueJoin()
  }

  /** The server has made this tab or another one send. */
  setSends(sends: boolean): void {
    if (this.#mode) this.#sends = sends
  }

  /** Resolves when the first attempt has succeeded or failed. */
  join(mode: JoinMode): Promise<void> {
    if (this.#mode !== mode) this.#wantedAt = Date.now()
    this.#mode = mode
    return this.#joinedAs === mode && this.#peer ? Promise.resolve() : this.#enqueueJoin()
  }

  /** Replaces the transports; the tracks stay. */
  rejoin(): Promise<void> {
    return this.#running || this.#next ? this.#queue : this.#enqueueJoin(true)
  }

  /** After a reconnect the server sees a new socket, so this device joins again. */
  socketChanged(): void {
    const registered = this.#deps.connection.state.get().registered
    const back = registered && !this.#registered
    this.#registered = registered
    if (back && this.#mode) void this.#enqueueJoin()
  }

  /** `call_state` arrived: retries a join that came too early, and rejoins when the call moved to another room. */
  callMoved(epoch: number): void {
    if (this.#mode !== 'call') return
    if (this.#timers.has('again')) void this.#enqueueJoin(this.#retryFresh)
    else if (this.#peer && epoch > this.#peer.epoch) void this.#enqueueJoin()
  }

  /** Whether an event of this epoch is about the current peer. */
  isCurrent(epoch: number): boolean {
    return this.#peer?.epoch === epoch
  }

  handleEvent(event: MediaEvent, epoch: number): void {
    const peer = this.#peer
    if (!peer || !this.isCurrent(epoch)) return
    if (event.kind === 'consumer_new') {
      void peer.consume([event.consumer]).catch((error: unknown) => this.#peerFailed(error, peer))
    }
    if (event.kind === 'consumer_closed') peer.closeConsumer(event.consumerId)
    if (event.kind === 'consumer_paused') peer.setPaused(event.consumerId, true)
    if (event.kind === 'consumer_resumed') peer.setPaused(event.consumerId, false)
  }

  consumedTracks(): readonly ConsumedTrack[] {
    return this.#peer?.consumedTracks() ?? []
  }

  setProducer(source: MediaSource, setting: ProducerSetting, withPlaceholder: boolean): void {
    void this.#peer?.setProducer(source, setting, withPlaceholder)
  }

  /** Sends a request without waiting for its reply; a lost one is replaced by the next. */
  notify(request: MediaRequest): void {
    void this.#requests.ask(request).catch(() => undefined)
  }

  /** Closes the transports; may join again. */
  release(): void {
    this.#mode = undefined
    this.#joinedAs = undefined
    this.#sends = undefined
    this.#takesOver = false
    this.#timers.clearAll()
    this.#peer?.close()
    this.#peer = undefined
  }

  /**
   * Closes for good and sends `leave` if it had joined the call. A prepared peer sends nothing: the server frees it with the ring, and
   * another tab of the resident may hold its place by then.
   */
  close(): void {
    const joined = this.#joinedAs === 'call'
    this.release()
    if (joined) this.notify({ op: 'leave' })
    this.#requests.close()
  }

  #enqueueJoin(fresh = false): Promise<void> {
    this.#timers.clear('again')
    if (this.#next) {
      this.#next.fresh ||= fresh
      return this.#queue
    }
    const next = { fresh }
    this.#next = next
    this.#queue = this.#queue.then(() => this.#run(next))
    return this.#queue
  }

  async #run(request: { readonly fresh: boolean }): Promise<void> {
    this.#next = undefined
    this.#running = true
    try {
      await this.#join(request.fresh)
    } catch (error) {
      this.#joinFailed(error)
    } finally {
      this.#running = false
    }
  }

  async #join(fresh: boolean): Promise<void> {
    const mode = this.#mode
    if (!mode || !this.#registered) return
    const reply = await this.#requestJoin(mode, fresh || !this.#peer)
    if (!this.#mode) return
    this.#joinedAs = mode
    this.#sends = reply.sends
    const before = this.#peer
    const peer = await this.#peerFor(reply)
    if (!peer) return
    this.#deps.events.joined(peer !== before)
    await peer.receive()
    this.#failedJoins = 0
  }

  /** Asks for fresh transports when the server kept those of another page (before a reload, or in another tab). */
  async #requestJoin(mode: JoinMode, fresh: boolean): Promise<JoinReply> {
    const takeOver = this.#takesOver
    const reply = await this.#requests.ask({ op: 'join', mode, ...(fresh && { fresh }), ...(takeOver && { takeOver }) })
    if (takeOver) this.#takesOver = false
    return reply.kept && !this.#peer?.matches(reply) ? this.#requests.ask({ op: 'join', mode, fresh: true }) : reply
  }

  async #peerFor(reply: JoinReply): Promise<Peer | undefined> {
    const old = this.#peer
    if (old?.matches(reply)) return old
    const peer: Peer = await Peer.create(reply, this.#requests.ask, {
      consumersChanged: () => this.#deps.events.consumersChanged(),
      produceFailed: (error) => this.#peerFailed(error, peer),
    })
    old?.close()
    if (!this.#mode) {
      peer.close()
      return undefined
    }
    this.#peer = peer
    return peer
  }

  /** A request on the current transports failed: joins again, at most once per RETRY_AFTER. */
  #peerFailed(error: unknown, peer: Peer): void {
    if (peer !== this.#peer || (error instanceof MediaRequestError && error.code === 'offline')) return
    const fresh = !(error instanceof MediaRequestError)
    if (!this.#timers.has('again')) this.#scheduleRetry(fresh)
  }

  #scheduleRetry(fresh: boolean): void {
    this.#retryFresh = fresh
    this.#timers.set('again', RETRY_AFTER, () => void this.#enqueueJoin(fresh))
  }

  #joinFailed(error: unknown): void {
    if (!this.#mode) return
    const code = this.#codeOf(error)
    // `socketChanged` joins again when the socket is back.
    if (code === 'offline') return
    const notYet = code === 'call_not_there' && this.#mode === 'call' && Date.now() - this.#wantedAt < CALL_WAIT_LIMIT
    const recovering = this.#joinedAs === 'call' && TRANSIENT_IN_CALL.includes(code)
    if (notYet || recovering || isTransient(code)) {
      this.#scheduleRetry(this.#failedJoins > 0)
      return
    }
    this.release()
    this.#deps.events.refused(code, error instanceof Error ? error.message : '')
  }

  /** Browser failures are retried with fresh transports a few times; an unsupported browser fails at once. */
  #codeOf(error: unknown): MediaErrorCode | 'unsupported' {
    if (error instanceof MediaRequestError) return error.code
    this.#failedJoins += 1
    const unsupported = error instanceof Error && error.name === 'UnsupportedError'
    return unsupported || this.#failedJoins >= FAILED_JOIN_LIMIT ? 'unsupported' : 'timeout'
  }
}

function isTransient(code: MediaErrorCode | 'unsupported'): boolean {
  return TRANSIENT.some((transient) => transient === code)
}
