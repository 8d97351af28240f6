/** One device of one side: two transports, its producers and its consumers. */

import type { types } from 'mediasoup'
import { AppError } from '#kit/app-error.ts'
import type { CallKind } from '#proto/entities.ts'
import { type ConsumerParams, KINDS, type MediaSource, type TransportParams } from '#proto/frames/media.ts'
import type { DtlsParameters, IceParameters, ProducerRtpParameters, RtpCapabilities } from '#proto/frames/media-parameters.ts'
import type { MediaPeer, Notify, Side } from '../domain/media.ts'
import { observePackets, type PacketFlow } from '../domain/packet-flow.ts'
import { workerParameters } from '../domain/producer-parameters.ts'
import { mapMediasoupErrors, mapParameterErrors } from './mediasoup-errors.ts'
import { createPeerConsumer, type PeerConsumer, type PeerProducer } from './peer-consumer.ts'
import { createPeerTransport, type Direction, type PeerTransport } from './peer-transport.ts'
import type { ReceivedMediaReader } from './received-media.ts'

/**
 * The worker asks for a key frame when a producer resumes, and again when a consumer of it does. Chrome ignores a request within 300 ms of
 * the one before, and the worker then waits a second for the key frame that does not come; so a second request is delayed by this time.
 */
const KEY_FRAME_REQUEST_DELAY_MS = 320

/** `join`: the number of the join that makes it; its notices contain it. */
export type PeerIdentity = { readonly id: string; readonly side: Side; readonly join: number }

/** The functions of its room that a peer uses. */
export interface PeerContext {
  readonly room: string
  readonly router: types.Router
  readonly server: types.WebRtcServer
  readonly active: () => boolean
  readonly notify: Notify
  readonly received: ReceivedMediaReader
  /** False for a peer of the visitor while another one sends. */
  readonly maySend: (id: string, side: Side) => boolean
  readonly isSendingPeer: (id: string) => boolean
  /** The producers that a peer of this side may consume. */
  readonly producersFor: (side: Side) => Promise<readonly PeerProducer[]>
  /** The peers of the other side. */
  readonly others: (side: Side) => Peer[]
}

export class Peer implements MediaPeer {
  readonly id: string
  readonly side: Side
  readonly join: number
  readonly #context: PeerContext
  readonly #transports: Record<Direction, PeerTransport>
  readonly #producers = new Map<string, PeerProducer>()
  /** Keyed by producer, so that a new producer and a concurrent `receive` create one consumer. */
  readonly #consumers = new Map<string, Promise<PeerConsumer>>()
  /** Serializes produce per source: the old producer is closed before the next one is created. */
  readonly #producing = new Map<MediaSource, Promise<unknown>>()
  #capabilities: types.RtpCapabilities | undefined
  #packetFlow: PacketFlow | undefined
  #closed = false

  static async create(context: PeerContext, identity: PeerIdentity): Promise<Peer> {
    const { id, join } = identity
    const notify = (direction: Direction) => (transportId: string, state: 'connected' | 'disconnected' | 'closed') =>
      context.notify({
        type: 'transport',
        room: context.room,
        peer: id,
        join,
        transportId,
        direction,
        state,
        ...(context.isSendingPeer(id) && { sends: true }),
      })
    const [send, receive] = await mapMediasoupErrors(() =>
      Promise.all([
        createPeerTransport(context.router, context.server, notify('send')),
        createPeerTransport(context.router, context.server, notify('receive')),
      ]),
    )
    return new Peer(context, identity, { send, receive })
  }

  private constructor(context: PeerContext, { id, side, join }: PeerIdentity, transports: Record<Direction, PeerTransport>) {
    this.#context = context
    this.id = id
    this.side = side
    this.join = join
    this.#transports = transports
  }

  get params(): { send: TransportParams; receive: TransportParams; join: number } {
    return { send: this.#transports.send.params, receive: this.#transports.receive.params, join: this.join }
  }

  /** Whether one of its transports is connected. */
  get isConnected(): boolean {
    return Object.values(this.#transports).some((transport) => transport.connected)
  }

  get sent(): PeerProducer[] {
    return [...this.#producers.values()]
  }

  async connectTransport(transportId: string, dtlsParameters: DtlsParameters): Promise<void> {
    await mapParameterErrors(() => this.#transportOf(transportId).connect(dtlsParameters))
  }

  restartIce(transportId: string): Promise<IceParameters> {
    return mapMediasoupErrors(() => this.#transportOf(transportId).restartIce())
  }

  produce(transportId: string, source: MediaSource, rtpParameters: ProducerRtpParameters, paused: boolean): Promise<string> {
    const before = this.#producing.get(source) ?? Promise.resolve()
    const produced = before.catch(() => undefined).then(() => this.#produce(transportId, source, rtpParameters, paused))
    this.#producing.set(source, produced)
    return produced
  }

  async #produce(transportId: string, source: MediaSource, rtpParameters: ProducerRtpParameters, paused: boolean): Promise<string> {
    const transport = this.#transportOf(transportId)
    if (transport !== this.#transports.send) throw new AppError('malformed')
    this.#requireMaySend()
    for (const old of this.sent) if (old.source === source) this.#drop(old)
    const producer = await mapParameterErrors(() =>
      transport.transport.produce({
        kind: KINDS[source],
        rtpParameters: workerParameters(rtpParameters) as types.RtpParameters,
        paused: paused || !this.#context.active(),
        keyFrameRequestDelay: KEY_FRAME_REQUEST_DELAY_MS,
      }),
    )
    // Another peer of this visitor may have become the sending one meanwhile.
    this.#requireMaySend(producer)
    const sent: PeerProducer = { producer, source, paused }
    this.#producers.set(producer.id, sent)
    // Answered while the worker made it.
    if (!paused && producer.paused && this.#context.active()) await mapMediasoupErrors(() => producer.resume())
    for (const other of this.#context.others(this.side)) if (other.maySee(this)) void other.offer(sent)
    return producer.id
  }

  async receive(rtpCapabilities: RtpCapabilities): Promise<ConsumerParams[]> {
    this.#capabilities = rtpCapabilities as types.RtpCapabilities
    const sent = await this.#context.producersFor(this.side)
    // The producer may have been closed meanwhile, as placeholders are at the answer.
    const received = await Promise.all(sent.map((entry) => this.#consume(entry).catch((error: unknown) => ignoreClosed(entry, error))))
    return received.filter((entry) => entry !== undefined).map((entry) => entry.params())
  }

  /** Before the answer a visitor gets nothing about the resident's devices, not even whether any exist (docs/product/decisions.md, 7). */
  maySee(other: Peer): boolean {
    return this.side === 'resident' || other.side === 'visitor' || this.#context.active()
  }

  /** The other side has a new producer: creates a paused consumer and notifies this device, once it has sent its capabilities. */
  async offer(sent: PeerProducer): Promise<void> {
    if (!this.#capabilities || this.#consumers.has(sent.producer.id)) return
    const received = await this.#consume(sent).catch(() => undefined)
    if (received) this.#context.notify({ type: 'consumer_new', room: this.#context.room, peer: this.id, consumer: received.params() })
  }

  async #consume(sent: PeerProducer): Promise<PeerConsumer | undefined> {
    const { producer } = sent
    const rtpCapabilities = this.#capabilities
    if (!rtpCapabilities || producer.closed) return undefined
    const known = this.#consumers.get(producer.id)
    if (known) return known
    if (!(await mapParameterErrors(async () => this.#context.router.canConsume({ producerId: producer.id, rtpCapabilities }))))
      return undefined
    const made = this.#consumers.get(producer.id) ?? this.#makeConsumer(sent, rtpCapabilities)
    this.#consumers.set(producer.id, made)
    made.catch(() => this.#consumers.delete(producer.id))
    return made
  }

  async #makeConsumer(sent: PeerProducer, rtpCapabilities: types.RtpCapabilities): Promise<PeerConsumer> {
    const consumer = await mapParameterErrors(() =>
      this.#transports.receive.transport.consume({ producerId: sent.producer.id, rtpCapabilities, paused: true }),
    )
    return createPeerConsumer({
      consumer,
      sent,
      peer: this.id,
      room: this.#context.room,
      notify: this.#context.notify,
      active: this.#context.active,
      gone: () => this.#consumers.delete(sent.producer.id),
    })
  }

  async setProducer(producerId: string, state: 'paused' | 'resumed' | 'closed'): Promise<void> {
    const sent = this.#producers.get(producerId)
    if (!sent && state === 'closed') return
    if (!sent) throw new AppError('call_not_there')
    if (state === 'closed') return this.#drop(sent)
    const changed = sent.paused !== (state === 'paused')
    sent.paused = state === 'paused'
    if (sent.paused) await mapMediasoupErrors(() => sent.producer.pause())
    else if (this.#context.active()) await mapMediasoupErrors(() => sent.producer.resume())
    if (!changed) return
    for (const other of this.#context.others(this.side)) if (other.maySee(this)) await other.notifyPaused(sent)
  }

  /** Notifies this device that a producer of the other side was paused or resumed. */
  async notifyPaused(sent: PeerProducer): Promise<void> {
    const received = await this.#consumers.get(sent.producer.id)?.catch(() => undefined)
    if (!received) return
    const type = sent.paused ? 'consumer_paused' : 'consumer_resumed'
    this.#context.notify({ type, room: this.#context.room, peer: this.id, consumerId: received.id })
  }

  async setConsumer(consumerId: string, change: { state?: 'paused' | 'resumed'; spatialLayer?: number }): Promise<void> {
    const all = await Promise.all([...this.#consumers.values()].map((entry) => entry.catch(() => undefined)))
    const received = all.find((entry) => entry?.id === consumerId)
    if (!received) throw new AppError('call_not_there')
    await mapMediasoupErrors(async () => {
      if (change.spatialLayer !== undefined) await received.preferLayer(change.spatialLayer)
      if (change.state === 'resumed') await received.resume()
      if (change.state === 'paused') await received.pause()
    })
  }

  /**
   * At the answer: resumes the producers that the page has not paused; a prepared camera stays paused in an audio call
   * (docs/product/decisions.md, 17).
   */
  async resumeProducers(kind: CallKind): Promise<void> {
    if (kind === 'audio') for (const sent of this.#producers.values()) if (sent.source === 'camera') sent.paused = true
    await Promise.all(this.sent.filter((sent) => !sent.paused).map((sent) => sent.producer.resume()))
  }

  /** At the answer: resumes the consumers that this device has asked for. */
  async resumeConsumers(): Promise<void> {
    const all = await Promise.all([...this.#consumers.values()].map((entry) => entry.catch(() => undefined)))
    await Promise.all(all.map((entry) => entry?.start()))
  }

  /** Once a second in a live call: detects that packets have stopped. `repeat`: repeats the notices that signaling may have missed. */
  async tick(at: number, repeat: boolean): Promise<void> {
    if (repeat) for (const transport of Object.values(this.#transports)) transport.notifyAgain()
    const counts = await Promise.all(this.sent.filter((sent) => !sent.paused).map(({ producer }) => this.#context.received.read(producer)))
    const before = this.#packetFlow
    this.#packetFlow = observePackets(before, counts.length ? counts.reduce((sum, count) => sum + count, 0) : undefined, at)
    const changed = (before?.silent ?? false) !== this.#packetFlow.silent
    if (!(changed || repeat) || this.#closed) return
    const { silent } = this.#packetFlow
    this.#context.notify({ type: 'silent', room: this.#context.room, peer: this.id, join: this.join, silent })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const transport of Object.values(this.#transports)) transport.close()
  }

  /** Another peer of the room's visitor sends now. */
  closeProducers(): void {
    for (const sent of this.sent) this.#drop(sent)
  }

  #requireMaySend(producer?: types.Producer): void {
    if (this.#context.maySend(this.id, this.side)) return
    producer?.close()
    throw new AppError('seat_taken')
  }

  #drop(sent: PeerProducer): void {
    this.#producers.delete(sent.producer.id)
    sent.producer.close()
  }

  #transportOf(transportId: string): PeerTransport {
    const transport = Object.values(this.#transports).find((entry) => entry.params.id === transportId)
    if (!transport) throw new AppError('call_not_there')
    return transport
  }
}

function ignoreClosed({ producer }: PeerProducer, error: unknown): undefined {
  if (!producer.closed) throw error
}
