/** One call: a router on one worker, and its peers. */

import { existsSync } from 'node:fs'
import type { types } from 'mediasoup'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import type { MediaSource } from '#proto/frames/media.ts'
import type { RtpCapabilities } from '#proto/frames/media-parameters.ts'
import type { MediaPeer, MediaRoom, Notify, SendingPeer, Side } from '../domain/media.ts'
import type { RecordingOptions } from '../domain/recording.ts'
import { capabilitiesForClients, MEDIA_CODECS } from './codecs.ts'
import { mapMediasoupErrors } from './mediasoup-errors.ts'
import { Peer, type PeerContext } from './peer.ts'
import type { PeerProducer } from './peer-consumer.ts'
import { createPlaceholderProducers, type PlaceholderProducers } from './placeholder-producers.ts'
import type { ReceivedMediaReader } from './received-media.ts'
import { type RecorderDeps, Recording } from './recording.ts'

/** Transport states and silence are repeated every so many ticks, for a signaling copy that missed one. */
const REPEAT_TICKS = 3
/** A room in which no peer is connected for this long is closed. */
const ABANDONED_MS = 120_000

type RoomDeps = {
  readonly id: string
  readonly worker: types.Worker
  readonly server: types.WebRtcServer
  readonly notify: Notify
  readonly received: ReceivedMediaReader
  readonly clock: Clock
  /** Undefined: this node records nothing. */
  readonly recorder: RecorderDeps | undefined
  /** Pieces of stopped recordings that are still being sent. */
  readonly stopping: (work: Promise<void>) => void
  readonly closed: () => void
}

export class Room implements MediaRoom {
  readonly id: string
  readonly routerRtpCapabilities: RtpCapabilities
  readonly #router: types.Router
  readonly #deps: RoomDeps
  readonly #peers = new Map<string, Peer>()
  /** Serialises joins per peer, so that two concurrent ones create one pair of transports. */
  readonly #joining = new Map<string, Promise<unknown>>()
  /** Undefined: signaling has named none, and every peer may produce. */
  #sendingPeer: SendingPeer | undefined
  #placeholders: Promise<PlaceholderProducers> | undefined
  #active = false
  #ticks = 0
  #disconnectedSince: number | undefined
  #lastJoin = 0
  #recording: Recording | undefined

  static async create(deps: RoomDeps): Promise<Room> {
    const router = await mapMediasoupErrors(() => deps.worker.createRouter({ mediaCodecs: MEDIA_CODECS }))
    return new Room(deps, router)
  }

  private constructor(deps: RoomDeps, router: types.Router) {
    this.#deps = deps
    this.#router = router
    this.id = deps.id
    this.routerRtpCapabilities = capabilitiesForClients(router.rtpCapabilities)
  }

  get isRecording(): boolean {
    return this.#recording !== undefined
  }

  get active(): boolean {
    return this.#active
  }

  /** Whether a transport of one of its peers is connected. */
  get isConnected(): boolean {
    return [...this.#peers.values()].some((peer) => peer.isConnected)
  }

  async join(peer: string, side: Side, { fresh, sendingPeer }: Parameters<MediaRoom['join']>[2]): ReturnType<MediaRoom['join']> {
    if (sendingPeer) this.setSendingPeer(sendingPeer)
    const before = this.#joining.get(peer) ?? Promise.resolve()
    const joined = before.catch(() => undefined).then(() => this.#join(peer, side, fresh))
    this.#joining.set(peer, joined)
    const { found, kept } = await joined
    return { routerRtpCapabilities: this.routerRtpCapabilities, ...found.params, kept }
  }

  async #join(id: string, side: Side, fresh: boolean): Promise<{ found: Peer; kept: boolean }> {
    const known = this.#peers.get(id)
    if (known && !fresh) return { found: known, kept: true }
    if (this.#router.closed) throw new AppError('call_not_there')
    // If creating the new ones fails, a later join must not keep closed transports.
    known?.close()
    this.#peers.delete(id)
    const found = await Peer.create(this.#peerContext(), { id, side, join: this.#nextJoin() })
    this.#peers.set(id, found)
    return { found, kept: false }
  }

  /** From the clock, so that it does not show how many devices have joined. */
  #nextJoin(): number {
    this.#lastJoin = Math.max(this.#lastJoin + 1, this.#deps.clock.now().getTime())
    return this.#lastJoin
  }

  peer(id: string): MediaPeer {
    const found = this.#peers.get(id)
    if (!found) throw new AppError('call_not_there')
    return found
  }

  leave(id: string): void {
    this.#peers.get(id)?.close()
    this.#peers.delete(id)
    this.#joining.delete(id)
  }

  setSendingPeer(sendingPeer: SendingPeer): void {
    if (this.#sendingPeer && sendingPeer.version < this.#sendingPeer.version) return
    this.#sendingPeer = sendingPeer
    for (const peer of this.#peers.values()) if (!this.#maySend(peer.id, peer.side)) peer.closeProducers()
  }

  #maySend(id: string, side: Side): boolean {
    return side === 'resident' || this.#sendingPeer === undefined || this.#sendingPeer.peer === id
  }

  /** A visitor's peer stays although it is not in the request: it may have joined after signaling read the call. */
  async activate(peers: readonly string[], kind: CallKind): Promise<void> {
    for (const { id, side } of [...this.#peers.values()]) if (side === 'resident' && !peers.includes(id)) this.leave(id)
    this.#active = true
    const all = [...this.#peers.values()]
    // A page that answers may join again at this moment, which closes its older peer; the others must still receive each other.
    const each = (work: (peer: Peer) => Promise<void>) =>
      Promise.all(all.map((peer) => mapMediasoupErrors(() => work(peer)).catch(ignoreGone)))
    const sending = each((peer) => peer.resumeProducers(kind))
    // Only now the visitor receives the resident's producers, and attaches them while the resident's camera opens. Nothing else waits for
    // that.
    const offered = all.flatMap((peer) => this.#others(peer.side).flatMap((other) => other.sent.map((sent) => peer.offer(sent))))
    await sending
    await each((peer) => peer.resumeConsumers())
    await Promise.all(offered)
    await this.#placeholders?.then((placeholders) => placeholders.close()).catch(() => undefined)
    this.#placeholders = undefined
  }

  /** @param at milliseconds */
  async tick(at: number): Promise<void> {
    if (this.#isAbandoned(at)) return this.close()
    if (!this.#active) return
    this.#ticks += 1
    const repeat = this.#ticks % REPEAT_TICKS === 0
    if (repeat && this.#recording) this.#deps.notify({ type: 'recording', room: this.id, recordingId: this.#recording.id })
    await Promise.all([...this.#peers.values()].map((peer) => peer.tick(at, repeat)))
  }

  #isAbandoned(at: number): boolean {
    this.#disconnectedSince = this.isConnected ? undefined : (this.#disconnectedSince ?? at)
    return this.#disconnectedSince !== undefined && at - this.#disconnectedSince >= ABANDONED_MS
  }

  async startRecording(options: RecordingOptions): Promise<void> {
    const { recorder, notify } = this.#deps
    if (!recorder || !existsSync(recorder.ffmpeg)) throw new AppError('recording_off')
    if (this.#router.closed) throw new AppError('call_not_there')
    const before = this.#recording
    if (before?.id === options.recordingId) return
    if (before) this.stopRecording(before.id, 'interrupted')
    const { recordingId } = options
    const ended = (reason: RecordingEnd) => {
      this.stopRecording(recordingId, reason)
      notify({ type: 'recording', room: this.id, recordingId, ended: reason })
    }
    const sources = {
      router: this.#router,
      producers: ({ withCamera }: { withCamera: boolean }) => this.#recorded(options, withCamera),
      ended,
    }
    const recording = await Recording.create(recorder, sources, options)
    this.#recording = recording
    await recording.begin()
  }

  stopRecording(recordingId: string, reason: RecordingEnd): void {
    const recording = this.#recording
    if (recording?.id !== recordingId) return
    this.#recording = undefined
    this.#deps.stopping(recording.stop(reason))
  }

  /** The visitor's picture, none in an audio call or while the camera is off, and both voices; never the resident's picture. */
  #recorded({ kind, resident }: RecordingOptions, withCamera: boolean): types.Producer[] {
    const sent = (fits: (peer: Peer) => boolean, source: MediaSource) =>
      [...this.#peers.values()].filter(fits).flatMap((peer) => peer.sent.filter((entry) => entry.source === source))
    const visitor = (peer: Peer) => peer.side === 'visitor' && this.#maySend(peer.id, peer.side)
    const cameras = kind === 'video' && withCamera ? sent(visitor, 'camera').filter((entry) => !entry.paused && hasPackets(entry)) : []
    return [...cameras.slice(0, 1), ...sent(visitor, 'microphone'), ...sent(({ id }) => id === resident, 'microphone')].map(
      ({ producer }) => producer,
    )
  }

  close(): void {
    if (this.#recording) this.stopRecording(this.#recording.id, 'interrupted')
    if (!this.#router.closed) this.#router.close()
    this.#peers.clear()
    this.#deps.closed()
  }

  #peerContext(): PeerContext {
    return {
      room: this.id,
      router: this.#router,
      server: this.#deps.server,
      notify: this.#deps.notify,
      received: this.#deps.received,
      active: () => this.#active,
      maySend: (id, side) => this.#maySend(id, side),
      isSendingPeer: (id) => this.#sendingPeer?.peer === id,
      others: (side) => this.#others(side),
      producersFor: (side) => this.#producersFor(side),
    }
  }

  #others(side: Side): Peer[] {
    return [...this.#peers.values()].filter((peer) => peer.side !== side)
  }

  /** Before the answer a visitor receives the same two placeholders, whether or not a device is prepared (docs/product/decisions.md, 7). */
  async #producersFor(side: Side): Promise<readonly PeerProducer[]> {
    if (side === 'resident' || this.#active) return this.#others(side).flatMap((peer) => peer.sent)
    this.#placeholders ??= createPlaceholderProducers(this.#router)
    return (await mapMediasoupErrors(() => this.#placeholders as Promise<PlaceholderProducers>)).sent
  }
}

const hasPackets = ({ producer }: PeerProducer) => producer.score.some(({ score }) => score > 0)

function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'call_not_there') throw error
}
