/**
 * This device's side of a call's room: joins it (to prepare or to call), rejoins it after losses and moves, leaves it. Joins run one
 * after the other; each keeps the Peer or creates a new one, and the session then sets its sources again.
 */

import type { CallKind } from '#proto/entities.ts'
import type { MediaEvent, MediaRequest, MediaSource } from '#proto/frames/media.ts'
import { randomId } from '../ids.ts'
import type { Connection } from '../socket.ts'
import { createTimers } from '../timers.ts'
import { type ConsumedTrack, type JoinReply, type OpenDevice, Peer, type ProducerSetting } from './peer.ts'
import { createMediaRequests, type MediaErrorCode, MediaRequestError } from './requests.ts'

export type JoinMode = 'prepare' | 'call'
export type RoomClientEvents = {
  /**
   * Joined, with the same peer or a new one: the session sets its sources again. `kind`: of the server's call; null while it
   * rings.
   */
  readonly joined: (isNewPeer: boolean, kind: CallKind | null) => void
  /**
   * The join failed permanently, and nothing is retried until the next `join`; or the server takes no calls for now: then it is retried
   * until `joined`. `message`: the server's text, if the server refused.
   */
  readonly refused: (code: MediaErrorCode | 'unsupported', message: string | undefined) => void
  readonly consumersChanged: () => void
  /** The server has closed the transports of this page's join: it was prepared for too long, or another page has replaced it. */
  readonly released: () => void
}
export type RoomClientDeps = {
  readonly connection: Connection
  readonly activityId: number
  readonly side: 'visitor' | 'resident'
  readonly events: RoomClientEvents
  readonly openDevice?: OpenDevice
}

/** Errors that are worth a retry. */
const TRANSIENT: readonly MediaErrorCode[] = ['timeout', 'call_moved', 'unavailable', 'internal', 'limited']
/** The server takes no calls for now: its worker died and the next one is starting, or it is full. Retried as long as the call lives. */
const RETRIED_IN_CALL: readonly string[] = ['calls_preparing', 'calls_full']
/** A worker restarts sooner than a user would notice. */
const REPORTED_AFTER = 10_000
const RETRY_AFTER = 500
const FAILED_JOIN_LIMIT = 5
/** A join that takes longer is abandoned, including the promise that it waits for. Four requests of a slow network fit. */
const JOIN_LIMIT = 10_000
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
  /** Counts the queues: what an earlier one still waits for has no effect. */
  #generation = 0
  /** The join queued behind the running one; later requests merge into it. */
  #next: { fresh: boolean } | undefined
  #running = false
  /** Ends the wait for the running join. */
  #giveUp: ((reason: Error) => void) | undefined
  /** A join that was released before its reply came. */
  #releasedEarly: Pick<JoinReply, 'epoch' | 'join'> | undefined
  /** Consecutive joins that failed in mediasoup-client. */
  #failedJoins = 0
  #registered: boolean
  #wantedAt = 0
  /** Whether the scheduled retry asks for new transports. */
  #retryFresh = false
  /** Whether this peer sends, by the last reply or event. Undefined until it has joined. */
  #sends: boolean | undefined
  /** The next join takes over from another page of this side. */
  #takesOver = false

  constructor(deps: RoomClientDeps) {
    this.#deps = deps
    // A reload is another peer, and so is a duplicated tab.
    this.#requests = createMediaRequests(deps.connection, deps.activityId, randomId())
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

  /** This page is about to take over. */
  get takesOver(): boolean {
    return this.#takesOver
  }

  /**
   * By a press, or because the other tab is closed: makes this tab the visitor's one that sends, or this page the resident's in the call,
   * immediately or with its next join.
   */
  async takeOver(): Promise<void> {
    if (this.#sends) return
    this.#takesOver = true
    if (this.#mode) await this.#enqueueJoin()
  }

  /** The server has made this tab or another one send. */
  setSends(sends: boolean): void {
    if (this.#mode) this.#sends = sends
  }

  /** Resolves when the first attempt has succeeded or failed. */
  join(mode: JoinMode): Promise<void> {
    if (this.#mode !== mode) this.#wantedAt = performance.now()
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

  handleEvent(event: MediaEvent, epoch: number): void {
    if (event.kind === 'released') this.#released(epoch, event.join)
    const peer = this.#peer
    if (peer?.epoch !== epoch) return
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

  /** Reports that this page plays the other side, for the operator's figures. */
  async reportShown(): Promise<void> {
    const path = await this.#peer?.path()
    this.notify({ op: 'media_shown', ...(path ? { path } : {}) })
  }

  /** The frame may arrive before the reply to its join. */
  #released(epoch: number, join: number | undefined): void {
    const peer = this.#peer
    const isOurs = peer?.epoch === epoch && (join === undefined || peer.joinNumber === undefined || peer.joinNumber === join)
    if (isOurs) this.#lost()
    else if (this.#running && join !== undefined) this.#releasedEarly = { epoch, join }
  }

  /**
   * The transports of this page's join no longer exist. A page that has answered meanwhile joins again: only the server knows whose call
   * it is.
   */
  #lost(): void {
    if (this.#mode !== 'call' || this.#joinedAs === 'call') {
      this.#deps.events.released()
      return
    }
    this.#peer?.close()
    this.#peer = undefined
    void this.#enqueueJoin(true)
  }

  /** Closes the transports; may join again. */
  release(): void {
    this.#beginQueue()
    this.#mode = undefined
    this.#joinedAs = undefined
    this.#sends = undefined
    this.#takesOver = false
    this.#timers.clearAll()
    this.#peer?.close()
    this.#peer = undefined
  }

  /** Closes for good and sends `leave` if it had joined the call. A prepared peer sends nothing: the server frees it with the ring. */
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
    const generation = this.#generation
    this.#next = next
    this.#queue = this.#queue.then(() => this.#run(next, generation))
    return this.#queue
  }

  /** A library's pending promise must not delay later joins: work that runs or waits now has no further effect. */
  #beginQueue(): void {
    this.#generation += 1
    this.#queue = Promise.resolve()
    this.#next = undefined
    this.#running = false
    this.#timers.clear('limit')
    this.#giveUp?.(new Error('the join was given up'))
  }

  async #run(request: { readonly fresh: boolean }, generation: number): Promise<void> {
    if (generation !== this.#generation) return
    this.#next = undefined
    this.#running = true
    this.#releasedEarly = undefined
    const isOver = () => generation !== this.#generation
    try {
      await Promise.race([this.#join(request.fresh, isOver), this.#limit()])
    } catch (error) {
      if (!isOver()) this.#joinFailed(error)
    } finally {
      if (!isOver()) {
        this.#running = false
        this.#timers.clear('limit')
      }
    }
  }

  /** Rejects once the running join has taken too long, or its queue is over. */
  #limit(): Promise<never> {
    this.#timers.set('limit', JOIN_LIMIT, () => {
      const isAsked = this.#next !== undefined
      this.#beginQueue()
      this.#joinFailed(new Error('the join took too long'))
      // What it has made so far may be as stuck as the promise.
      if (isAsked && this.#mode) void this.#enqueueJoin(true)
    })
    return new Promise((_, reject) => {
      this.#giveUp = reject
    })
  }

  async #join(fresh: boolean, isOver: () => boolean): Promise<void> {
    const mode = this.#mode
    if (!mode || !this.#registered) return
    const reply = await this.#requestJoin(mode, fresh || !this.#peer)
    if (isOver()) return
    this.#joinedAs = mode
    this.#sends = reply.sends
    const before = this.#peer
    const peer = await this.#peerFor(reply, isOver)
    if (!peer) return
    if (this.#isReleased(reply)) {
      this.#lost()
      return
    }
    this.#deps.events.joined(peer !== before, reply.kind)
    await peer.receive()
    if (!isOver()) this.#failedJoins = 0
  }

  #isReleased({ epoch, join }: JoinReply): boolean {
    const early = this.#releasedEarly
    return early !== undefined && early.epoch === epoch && early.join === join
  }

  /** Asks for fresh transports when the server kept those of another page (before a reload, or in another tab). */
  async #requestJoin(mode: JoinMode, fresh: boolean): Promise<JoinReply> {
    const takeOver = this.#takesOver
    const reply = await this.#requests.ask({ op: 'join', mode, ...(fresh && { fresh }), ...(takeOver && { takeOver }) })
    if (takeOver) this.#takesOver = false
    return reply.kept && !this.#peer?.matches(reply) ? this.#requests.ask({ op: 'join', mode, fresh: true }) : reply
  }

  async #peerFor(reply: JoinReply, isOver: () => boolean): Promise<Peer | undefined> {
    const old = this.#peer
    if (old?.matches(reply)) return old
    const events = {
      consumersChanged: () => this.#deps.events.consumersChanged(),
      produceFailed: (error: unknown) => this.#peerFailed(error, peer),
    }
    const peer: Peer = await Peer.create(reply, this.#requests.ask, events, this.#deps.openDevice)
    if (isOver()) {
      peer.close()
      return undefined
    }
    old?.close()
    this.#peer = peer
    return peer
  }

  /** A request on the current transports failed: joins again, at most once per RETRY_AFTER. */
  #peerFailed(error: unknown, peer: Peer): void {
    if (peer !== this.#peer || (error instanceof MediaRequestError && error.code === 'offline')) return
    const fresh = !(error instanceof MediaRequestError)
    if (!this.#timers.has('again')) this.#scheduleRetry(fresh, error)
  }

  /** @param error  what to recover from; the server may say how long to wait */
  #scheduleRetry(fresh: boolean, error: unknown): void {
    this.#retryFresh = fresh
    const asked = error instanceof MediaRequestError ? (error.retryAfter ?? 0) * 1_000 : 0
    this.#timers.set('again', Math.max(RETRY_AFTER, asked), () => void this.#enqueueJoin(fresh))
  }

  #joinFailed(error: unknown): void {
    // Another join waits, for the call that has followed this preparation.
    if (!this.#mode || this.#next) return
    const code = this.#codeOf(error)
    // `socketChanged` joins again when the socket is back.
    if (code === 'offline') return
    const notYet = code === 'call_not_there' && this.#mode === 'call' && performance.now() - this.#wantedAt < CALL_WAIT_LIMIT
    const isRetriedInCall = this.#mode === 'call' && RETRIED_IN_CALL.includes(code)
    if (notYet || isRetriedInCall || isTransient(code)) {
      this.#scheduleRetry(this.#failedJoins > 0, error)
      if (isRetriedInCall && this.#isReported(code)) this.#report(code, error)
      return
    }
    this.release()
    // Without a report the resident would wait for this browser.
    if (code === 'unsupported' && this.#deps.side === 'visitor') this.notify({ op: 'permission', state: 'unsupported' })
    this.#report(code, error)
  }

  /** A device that has been in the call reports that it reconnects. */
  #isReported(code: string): boolean {
    if (this.#joinedAs === 'call') return false
    return code !== 'calls_preparing' || performance.now() - this.#wantedAt >= REPORTED_AFTER
  }

  /** A library's own message is not shown to users. */
  #report(code: MediaErrorCode | 'unsupported', error: unknown): void {
    this.#deps.events.refused(code, error instanceof MediaRequestError ? error.message : undefined)
  }

  /** Browser failures are retried with fresh transports a few times; an unsupported browser fails immediately. */
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
