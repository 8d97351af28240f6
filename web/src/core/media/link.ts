/**
 * One join of one call: mediasoup-client's device, its two transports, what is produced and consumed over them. A new place, epoch
 * or full rejoin means a new Link; the tracks outlive it.
 */
import { Device } from 'mediasoup-client'
import type {
  Consumer,
  DtlsParameters,
  IceCandidate,
  IceParameters,
  Producer,
  RtpCapabilities,
  RtpParameters,
  Transport,
} from 'mediasoup-client/types'
import type { ConsumerParams, MediaReply, MediaSource, TransportParams } from '#proto/frames/media.ts'
import { sendingOptions } from './encodings.ts'
import { createPlaceholder } from './placeholders.ts'
import type { MediaRequests } from './requests.ts'

export type Joined = MediaReply<'join'>
export type Incoming = { readonly id: string; readonly source: MediaSource; readonly track: MediaStreamTrack; readonly paused: boolean }
export type LinkEvents = {
  /** What `incoming()` returns is another. */
  readonly heard: () => void
  /** Sending what was wished failed. */
  readonly trouble: (error: unknown) => void
}
/** What a source should send: a track; nothing for now (muted, camera off, waiting); nothing in this call at all. */
export type Outgoing = MediaStreamTrack | 'held' | 'dropped'

/** `told`: what the house believes; it may lag behind the track when the socket was lost between the two. */
type Sending = {
  readonly producer: Producer
  track: MediaStreamTrack | undefined
  told: 'paused' | 'resumed'
  readonly release: () => void
}
type Heard = { readonly consumer: Consumer; readonly source: MediaSource; paused: boolean }

export class Link {
  readonly epoch: number
  readonly #ask: MediaRequests['ask']
  readonly #events: LinkEvents
  readonly #device: Device
  readonly #send: Transport
  readonly #receive: Transport
  readonly #wanted = new Map<MediaSource, Outgoing>()
  readonly #working = new Map<MediaSource, Promise<void>>()
  readonly #sending = new Map<MediaSource, Sending>()
  readonly #heard = new Map<string, Heard>()
  /** Offered twice at once, in `receive`'s reply and as `consumer_new`: wired once (twice, the browser refuses the description). */
  readonly #consuming = new Set<string>()
  /** What events said since `receive` was last asked: newer than an offer that is still under way, or being wired. */
  readonly #words = new Map<string, boolean>()
  #closed = false

  private constructor(parts: { device: Device; joined: Joined; ask: MediaRequests['ask']; events: LinkEvents }) {
    const { device, joined } = parts
    this.epoch = joined.epoch
    this.#ask = parts.ask
    this.#events = parts.events
    this.#device = device
    this.#send = this.#wire(device.createSendTransport(options(joined.send, joined.iceServers)))
    this.#receive = this.#wire(device.createRecvTransport(options(joined.receive, joined.iceServers)))
    this.#send.on('produce', ({ rtpParameters, appData }, done, failed) => {
      const source: MediaSource = appData.source === 'camera' ? 'camera' : 'microphone'
      parts
        .ask({ op: 'produce', transportId: this.#send.id, source, rtpParameters: { ...rtpParameters }, paused: appData.paused === true })
        .then(({ producerId }) => done({ id: producerId }), failed)
    })
  }

  /** @throws UnsupportedError of mediasoup-client where this browser is none of its. */
  static async create(joined: Joined, ask: MediaRequests['ask'], events: LinkEvents): Promise<Link> {
    const device = await Device.factory()
    await device.load({ routerRtpCapabilities: joined.routerRtpCapabilities as RtpCapabilities })
    return new Link({ device, joined, ask, events })
  }

  /** Both ways carry, or have nothing to carry yet. */
  get connected(): boolean {
    return [this.#send, this.#receive].every(({ connectionState }) => connectionState === 'connected' || connectionState === 'new')
  }

  /** Worth waiting for no longer. */
  get failed(): boolean {
    return [this.#send, this.#receive].some(({ connectionState }) => connectionState === 'failed' || connectionState === 'closed')
  }

  /** Whether this reply speaks of the transports we hold. */
  matches(joined: Joined): boolean {
    return joined.kept && joined.epoch === this.epoch && joined.send.id === this.#send.id && joined.receive.id === this.#receive.id
  }

  /** Tells what this browser can receive, and wires what there is; what is there no more is let go. */
  async listen(): Promise<void> {
    this.#words.clear()
    const { consumers } = await this.#ask({ op: 'receive', rtpCapabilities: { ...this.#device.recvRtpCapabilities } })
    for (const id of [...this.#heard.keys()]) if (!consumers.some((offer) => offer.id === id)) this.forget(id)
    for (const offer of consumers) this.setPaused(offer.id, this.#pausedNow(offer))
    await this.consume(consumers)
  }

  async consume(offers: readonly ConsumerParams[]): Promise<void> {
    const fresh = offers.filter((offer) => !this.#heard.has(offer.id) && !this.#consuming.has(offer.id))
    if (fresh.length === 0) return
    for (const { id } of fresh) this.#consuming.add(id)
    try {
      await Promise.all(fresh.map((offer) => this.#consume(offer)))
    } finally {
      for (const { id } of fresh) this.#consuming.delete(id)
    }
    if (this.#closed) return
    this.#events.heard()
    await Promise.all(fresh.map(({ id }) => this.#ask({ op: 'resume_consumer', consumerId: id })))
  }

  /** @returns what is heard now. */
  incoming(): readonly Incoming[] {
    return [...this.#heard.values()].map(({ consumer, source, paused }) => ({ id: consumer.id, source, track: consumer.track, paused }))
  }

  setPaused(consumerId: string, paused: boolean): void {
    this.#words.set(consumerId, paused)
    const heard = this.#heard.get(consumerId)
    if (!heard || heard.paused === paused) return
    heard.paused = paused
    this.#events.heard()
  }

  forget(consumerId: string): void {
    this.#words.delete(consumerId)
    this.#heard.get(consumerId)?.consumer.close()
    if (this.#heard.delete(consumerId)) this.#events.heard()
  }

  /**
   * Says what a source should send; the newest word counts and earlier ones in work are finished first.
   * @param placed  make a producer for `held` too, so that the real track is only a `replaceTrack` away (while it rings)
   */
  send(source: MediaSource, wanted: Outgoing, placed = false): Promise<void> {
    this.#wanted.set(source, wanted)
    const before = this.#working.get(source) ?? Promise.resolve()
    const work = before.then(() => this.#apply(source, placed)).catch((error: unknown) => this.#events.trouble(error))
    this.#working.set(source, work)
    return work
  }

  async restartIce(): Promise<void> {
    await Promise.all(
      [this.#send, this.#receive].map(async (transport) => {
        if (transport.connectionState === 'new') return
        const { iceParameters, iceServers } = await this.#ask({ op: 'restart_ice', transportId: transport.id })
        if (iceServers.length > 0) await transport.updateIceServers({ iceServers })
        await transport.restartIce({ iceParameters: iceParameters as IceParameters })
      }),
    )
  }

  /** Bytes received so far over all sources; what stands still for long is silence. */
  async bytesReceived(): Promise<number> {
    if (this.#heard.size === 0) return 0
    const stats = await this.#receive.getStats()
    let bytes = 0
    for (const report of stats.values()) if (report.type === 'inbound-rtp') bytes += Number(report.bytesReceived)
    return bytes
  }

  /** Something should be coming in. */
  get expecting(): boolean {
    return [...this.#heard.values()].some((heard) => !heard.paused)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const { release } of this.#sending.values()) release()
    this.#send.close()
    this.#receive.close()
  }

  #wire(transport: Transport): Transport {
    transport.on('connect', ({ dtlsParameters }, done, failed) => {
      this.#ask({ op: 'connect_transport', transportId: transport.id, dtlsParameters: { ...dtlsParameters } }).then(() => done(), failed)
    })
    return transport
  }

  async #consume(offer: ConsumerParams): Promise<void> {
    const { id, producerId, kind, source } = offer
    const consumer = await this.#receive.consume({
      id,
      producerId,
      kind,
      rtpParameters: offer.rtpParameters as RtpParameters,
      streamId: 'call',
    })
    if (!this.#closed) this.#heard.set(id, { consumer, source, paused: this.#pausedNow(offer) })
  }

  #pausedNow({ id, producerPaused }: ConsumerParams): boolean {
    return this.#words.get(id) ?? producerPaused
  }

  async #apply(source: MediaSource, placed: boolean): Promise<void> {
    if (this.#closed) return
    const wanted = this.#wanted.get(source) ?? 'held'
    const sending = this.#sending.get(source)
    if (wanted === 'dropped') return this.#drop(source, sending)
    if (wanted === 'held') return sending ? this.#hold(sending) : placed ? this.#place(source) : undefined
    if (sending) return this.#replace(sending, wanted)
    if (wanted.readyState === 'live') await this.#produce(source, wanted)
  }

  async #produce(source: MediaSource, track: MediaStreamTrack): Promise<void> {
    if (!this.#device.canProduce(track.kind === 'video' ? 'video' : 'audio')) return
    const producer = await this.#send.produce({ ...sendingOptions(source), ...ours, track, appData: { source, paused: false } })
    this.#sending.set(source, { producer, track, told: 'resumed', release: () => {} })
  }

  /** A producer on nothing: its sender loses the placeholder before the first offer, so no packet can leave. */
  async #place(source: MediaSource): Promise<void> {
    const placeholder = createPlaceholder(source)
    if (!placeholder) return
    const { track, release } = placeholder
    const producer = await this.#send.produce({
      ...sendingOptions(source),
      ...ours,
      track,
      onRtpSender: (sender) => void sender.replaceTrack(null),
      appData: { source, paused: true },
    })
    this.#sending.set(source, { producer, track: undefined, told: 'paused', release })
  }

  async #replace(sending: Sending, track: MediaStreamTrack): Promise<void> {
    if (track.readyState !== 'live') return
    if (sending.track !== track) await sending.producer.replaceTrack({ track })
    sending.track = track
    await this.#tell(sending, 'resumed')
  }

  async #hold(sending: Sending): Promise<void> {
    if (sending.track) await sending.producer.replaceTrack({ track: null })
    sending.track = undefined
    await this.#tell(sending, 'paused')
  }

  async #tell(sending: Sending, state: Sending['told']): Promise<void> {
    if (sending.told === state) return
    await this.#ask({ op: state === 'resumed' ? 'resume_producer' : 'pause_producer', producerId: sending.producer.id })
    sending.told = state
  }

  async #drop(source: MediaSource, sending: Sending | undefined): Promise<void> {
    if (!sending) return
    this.#sending.delete(source)
    sending.release()
    sending.producer.close()
    await this.#ask({ op: 'close_producer', producerId: sending.producer.id })
  }
}

/** Tracks are opened, muted and stopped by LocalMedia alone. */
const ours = { stopTracks: false, disableTrackOnPause: false, zeroRtpOnPause: false }

function options(params: TransportParams, iceServers: Joined['iceServers']) {
  return {
    id: params.id,
    iceParameters: params.iceParameters as IceParameters,
    iceCandidates: params.iceCandidates as IceCandidate[],
    dtlsParameters: params.dtlsParameters as DtlsParameters,
    iceServers,
  }
}
