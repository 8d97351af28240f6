/**
 * One join of one call: mediasoup-client's device, its send and receive transports, their producers and consumers. A new room, epoch
 * or full rejoin means a new Peer; the tracks outlive it.
 */
import { Device } from 'mediasoup-client'
import type { Consumer, Producer, RtpCapabilities, RtpParameters, Transport } from 'mediasoup-client/types'
import type { ConsumerParams, MediaPath, MediaReply, MediaSource, TransportParams } from '#proto/frames/media.ts'
import { isPlainData } from '#proto/frames/plain-data.ts'
import { producerOptions } from './encodings.ts'
import { readPath } from './media-path.ts'
import { createPlaceholder } from './placeholders.ts'
import type { MediaRequests } from './requests.ts'

export type JoinReply = MediaReply<'join'>
export type ConsumedTrack = {
  readonly id: string
  readonly source: MediaSource
  readonly track: MediaStreamTrack
  readonly paused: boolean
}
export type PeerEvents = {
  /** Called when `consumedTracks()` has changed. */
  readonly consumersChanged: () => void
  readonly produceFailed: (error: unknown) => void
}
/** The state of a source: a track to send; nothing for now (muted, camera off, waiting); nothing in this call at all (no producer). */
export type ProducerSetting = MediaStreamTrack | 'paused' | 'closed'

/** `serverState`: the last state that sfu confirmed; it lags behind the track when the socket was lost in between. */
type PeerProducer = {
  readonly producer: Producer
  track: MediaStreamTrack | undefined
  serverState: 'paused' | 'resumed'
  readonly release: () => void
}
/** `isResumed`: sfu was asked to send it, and has not failed to. */
type PeerConsumer = { readonly consumer: Consumer; readonly source: MediaSource; paused: boolean; isResumed: boolean }

/** A Device for this browser; replaced in tests. */
export type OpenDevice = () => Promise<Device>

export class Peer {
  readonly epoch: number
  /** The number of its join; servers before it give none. */
  readonly joinNumber: number | undefined
  readonly #ask: MediaRequests['ask']
  readonly #events: PeerEvents
  readonly #device: Device
  readonly #send: Transport
  readonly #receive: Transport
  readonly #settings = new Map<MediaSource, ProducerSetting>()
  readonly #pending = new Map<MediaSource, Promise<void>>()
  readonly #producers = new Map<MediaSource, PeerProducer>()
  readonly #consumers = new Map<string, PeerConsumer>()
  /** Ids being consumed: one offer may come in `receive`'s reply and as `consumer_new`, and the browser refuses it a second time. */
  readonly #consuming = new Set<string>()
  /** Pause states from events since the last `receive` request: newer than the state in its reply, or of a consumer being created. */
  readonly #pausedByServer = new Map<string, boolean>()
  /** Rejects once this peer is closed. */
  readonly #gone: Promise<never>
  #reject: (reason: Error) => void = () => {}
  #restarting: Promise<void> | undefined
  #closed = false

  private constructor(parts: { device: Device; reply: JoinReply; ask: MediaRequests['ask']; events: PeerEvents }) {
    const { device, reply } = parts
    this.epoch = reply.epoch
    this.joinNumber = reply.join
    this.#gone = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.#gone.catch(() => undefined)
    this.#ask = parts.ask
    this.#events = parts.events
    this.#device = device
    this.#send = this.#wire(device.createSendTransport(options(reply.send, reply.iceServers)))
    this.#receive = this.#wire(device.createRecvTransport(options(reply.receive, reply.iceServers)))
    this.#send.on('produce', ({ rtpParameters, appData }, done, failed) => {
      const source: MediaSource = appData.source === 'camera' ? 'camera' : 'microphone'
      parts
        .ask({ op: 'produce', transportId: this.#send.id, source, rtpParameters: { ...rtpParameters }, paused: appData.paused === true })
        .then(({ producerId }) => done({ id: producerId }), failed)
    })
  }

  /** @throws UnsupportedError of mediasoup-client when it does not support this browser. */
  static async create(
    reply: JoinReply,
    ask: MediaRequests['ask'],
    events: PeerEvents,
    openDevice: OpenDevice = () => Device.factory(),
  ): Promise<Peer> {
    for (const part of Object.values(reply)) requirePlain(part)
    const device = await openDevice()
    await device.load({ routerRtpCapabilities: reply.routerRtpCapabilities as RtpCapabilities })
    return new Peer({ device, reply, ask, events })
  }

  /** Both transports are connected, or have nothing to carry yet. */
  get connected(): boolean {
    return [this.#send, this.#receive].every(({ connectionState }) => connectionState === 'connected' || connectionState === 'new')
  }

  /** A transport has failed or closed; waiting does not help. */
  get failed(): boolean {
    return [this.#send, this.#receive].some(({ connectionState }) => connectionState === 'failed' || connectionState === 'closed')
  }

  /** Whether this reply is about these transports. */
  matches(reply: JoinReply): boolean {
    return reply.kept && reply.epoch === this.epoch && reply.send.id === this.#send.id && reply.receive.id === this.#receive.id
  }

  /** Sends this browser's RTP capabilities, consumes what the server offers, and closes consumers that it no longer offers. */
  async receive(): Promise<void> {
    this.#pausedByServer.clear()
    const { consumers } = await this.#ask({ op: 'receive', rtpCapabilities: { ...this.#device.recvRtpCapabilities } })
    for (const id of [...this.#consumers.keys()]) if (!consumers.some((offer) => offer.id === id)) this.closeConsumer(id)
    for (const offer of consumers) this.setPaused(offer.id, this.#pausedNow(offer))
    await this.consume(consumers)
  }

  /** Of those that it consumes already it resumes the ones for which that request was lost with a socket. */
  async consume(offers: readonly ConsumerParams[]): Promise<void> {
    const fresh = offers.filter((offer) => !this.#consumers.has(offer.id) && !this.#consuming.has(offer.id))
    for (const { id } of fresh) this.#consuming.add(id)
    try {
      await this.#untilClosed(Promise.all(fresh.map((offer) => this.#consume(offer))))
    } finally {
      for (const { id } of fresh) this.#consuming.delete(id)
    }
    if (this.#closed) return
    if (fresh.length > 0) this.#events.consumersChanged()
    await Promise.all(offers.map(({ id }) => this.#resume(id)))
  }

  async #resume(consumerId: string): Promise<void> {
    const known = this.#consumers.get(consumerId)
    if (!known || known.isResumed) return
    known.isResumed = true
    try {
      await this.#ask({ op: 'resume_consumer', consumerId })
    } catch (error) {
      known.isResumed = false
      throw error
    }
  }

  /** @returns what is consumed now. */
  consumedTracks(): readonly ConsumedTrack[] {
    return [...this.#consumers.values()].map(({ consumer, source, paused }) => ({ id: consumer.id, source, track: consumer.track, paused }))
  }

  setPaused(consumerId: string, paused: boolean): void {
    this.#pausedByServer.set(consumerId, paused)
    const known = this.#consumers.get(consumerId)
    if (!known || known.paused === paused) return
    known.paused = paused
    this.#events.consumersChanged()
  }

  closeConsumer(consumerId: string): void {
    this.#pausedByServer.delete(consumerId)
    this.#consumers.get(consumerId)?.consumer.close()
    if (this.#consumers.delete(consumerId)) this.#events.consumersChanged()
  }

  /**
   * Sets what a source should send. The newest setting wins; a change in progress is finished first.
   * @param withPlaceholder  creates a producer for `paused` too, so that the real track needs only a `replaceTrack` (while it rings)
   */
  setProducer(source: MediaSource, setting: ProducerSetting, withPlaceholder = false): Promise<void> {
    this.#settings.set(source, setting)
    const before = this.#pending.get(source) ?? Promise.resolve()
    const work = before.then(() => this.#apply(source, withPlaceholder)).catch((error: unknown) => this.#events.produceFailed(error))
    this.#pending.set(source, work)
    return work
  }

  /** One restart at a time: a second one would answer the first one's credentials. */
  restartIce(): Promise<void> {
    this.#restarting ??= this.#restartIce().finally(() => {
      this.#restarting = undefined
    })
    return this.#restarting
  }

  async #restartIce(): Promise<void> {
    await Promise.all(
      [this.#send, this.#receive].map(async (transport) => {
        if (transport.connectionState === 'new') return
        const { iceParameters, iceServers } = await this.#ask({ op: 'restart_ice', transportId: transport.id })
        if (iceServers.length > 0) await transport.updateIceServers({ iceServers })
        requirePlain(iceParameters)
        await transport.restartIce({ iceParameters })
      }),
    )
  }

  /** Bytes received so far over all sources; a count that does not grow means that media stopped. */
  async bytesReceived(): Promise<number> {
    if (this.#consumers.size === 0) return 0
    const stats = await this.#receive.getStats()
    let bytes = 0
    for (const report of stats.values()) if (report.type === 'inbound-rtp') bytes += Number(report.bytesReceived)
    return bytes
  }

  /** How the other side's media reaches this page. Never rejects, and settles within 200 ms. */
  path(): Promise<MediaPath | undefined> {
    return readPath(() => this.#receive.getStats())
  }

  /** At least one consumer is not paused, so bytes should arrive. */
  get expecting(): boolean {
    return [...this.#consumers.values()].some((known) => !known.paused)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#reject(new Error('the peer was closed'))
    for (const { release } of this.#producers.values()) release()
    this.#send.close()
    this.#receive.close()
  }

  /** Chromium never settles a description that was being set when the connection was closed, and mediasoup-client waits for it. */
  #untilClosed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#gone])
  }

  #wire(transport: Transport): Transport {
    transport.on('connect', ({ dtlsParameters }, done, failed) => {
      this.#ask({ op: 'connect_transport', transportId: transport.id, dtlsParameters: { ...dtlsParameters } }).then(() => done(), failed)
    })
    return transport
  }

  async #consume(offer: ConsumerParams): Promise<void> {
    requirePlain(offer)
    const { id, producerId, kind, source } = offer
    const consumer = await this.#receive.consume({
      id,
      producerId,
      kind,
      rtpParameters: offer.rtpParameters as RtpParameters,
      streamId: 'call',
    })
    if (!this.#closed) this.#consumers.set(id, { consumer, source, paused: this.#pausedNow(offer), isResumed: false })
  }

  #pausedNow({ id, producerPaused }: ConsumerParams): boolean {
    return this.#pausedByServer.get(id) ?? producerPaused
  }

  async #apply(source: MediaSource, withPlaceholder: boolean): Promise<void> {
    if (this.#closed) return
    const setting = this.#settings.get(source) ?? 'paused'
    const current = this.#producers.get(source)
    if (setting === 'closed') return this.#closeProducer(source, current)
    if (setting === 'paused') return current ? this.#pause(current) : withPlaceholder ? this.#producePlaceholder(source) : undefined
    if (current) return this.#replaceTrack(current, setting)
    if (setting.readyState === 'live') await this.#produce(source, setting)
  }

  async #produce(source: MediaSource, track: MediaStreamTrack): Promise<void> {
    if (!this.#device.canProduce(track.kind === 'video' ? 'video' : 'audio')) return
    const producer = await this.#send.produce({ ...producerOptions(source), ...ours, track, appData: { source, paused: false } })
    this.#producers.set(source, { producer, track, serverState: 'resumed', release: () => {} })
  }

  /** A paused producer: its sender drops the placeholder track before the first offer, so no packet can leave. */
  async #producePlaceholder(source: MediaSource): Promise<void> {
    const placeholder = createPlaceholder(source)
    if (!placeholder) return
    const { track, release } = placeholder
    const producer = await this.#send.produce({
      ...producerOptions(source),
      ...ours,
      track,
      onRtpSender: (sender) => void sender.replaceTrack(null),
      appData: { source, paused: true },
    })
    this.#producers.set(source, { producer, track: undefined, serverState: 'paused', release })
  }

  async #replaceTrack(current: PeerProducer, track: MediaStreamTrack): Promise<void> {
    if (track.readyState !== 'live') return
    if (current.track !== track) await current.producer.replaceTrack({ track })
    current.track = track
    await this.#syncPaused(current, 'resumed')
  }

  async #pause(current: PeerProducer): Promise<void> {
    if (current.track) await current.producer.replaceTrack({ track: null })
    current.track = undefined
    await this.#syncPaused(current, 'paused')
  }

  async #syncPaused(current: PeerProducer, state: PeerProducer['serverState']): Promise<void> {
    if (current.serverState === state) return
    await this.#ask({ op: state === 'resumed' ? 'resume_producer' : 'pause_producer', producerId: current.producer.id })
    current.serverState = state
  }

  async #closeProducer(source: MediaSource, current: PeerProducer | undefined): Promise<void> {
    if (!current) return
    this.#producers.delete(source)
    current.release()
    current.producer.close()
    await this.#ask({ op: 'close_producer', producerId: current.producer.id })
  }
}

/** Only LocalMedia opens, mutes and stops tracks, so mediasoup-client must not. */
const ours = { stopTracks: false, disableTrackOnPause: false, zeroRtpOnPause: false }

const options = (params: TransportParams, iceServers: JoinReply['iceServers']) => ({ ...params, iceServers })

/** Received parameters are validated by the servers; mediasoup-client would write a line break in one into this browser's description. */
function requirePlain(parameters: unknown): void {
  if (!isPlainData(parameters)) throw new Error('The media parameters are not plain.')
}
