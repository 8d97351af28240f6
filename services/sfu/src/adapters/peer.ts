/** One device of one side: two transports, what it sends and what it receives. */

import type { types } from 'mediasoup'
import { Refusal } from '#kit/refusal.ts'
import type { CallKind } from '#proto/entities.ts'
import type { ConsumerParams, MediaSource, TransportParams } from '#proto/frames/media.ts'
import type { MediaPeer, Notify, Params, Side } from '../domain/media.ts'
import { type Heard, hear } from '../domain/silence.ts'
import { type Direction, type Link, openLink } from './link.ts'
import { type Received, type Sent, watchConsumer } from './received.ts'
import { refusing, refusingParameters } from './refuse.ts'

/** What a peer needs of the room around it. */
export interface Surroundings {
  readonly room: string
  readonly router: types.Router
  readonly server: types.WebRtcServer
  readonly active: () => boolean
  readonly notify: Notify
  /** Everything the other side sends, as far as this side may know of it. */
  readonly sentToMe: (side: Side) => Promise<readonly Sent[]>
  /** Everybody of the other side. */
  readonly others: (side: Side) => Peer[]
}

export class Peer implements MediaPeer {
  readonly id: string
  readonly side: Side
  readonly #around: Surroundings
  readonly #links: Record<Direction, Link>
  readonly #sent = new Map<string, Sent>()
  /** By producer, so that an offer and a `receive` that cross make one consumer. */
  readonly #received = new Map<string, Promise<Received>>()
  /** One produce after the other for each source, so that what it replaces is gone before the next. */
  readonly #producing = new Map<MediaSource, Promise<unknown>>()
  #capabilities: types.RtpCapabilities | undefined
  #heard: Heard | undefined
  #closed = false

  static async create(around: Surroundings, id: string, side: Side): Promise<Peer> {
    const tell = (direction: Direction) => (transportId: string, state: 'connected' | 'disconnected' | 'closed') =>
      around.notify({ type: 'transport', room: around.room, peer: id, transportId, direction, state })
    const [send, receive] = await refusing(() =>
      Promise.all([openLink(around.router, around.server, tell('send')), openLink(around.router, around.server, tell('receive'))]),
    )
    return new Peer(around, id, side, { send, receive })
  }

  private constructor(around: Surroundings, id: string, side: Side, links: Record<Direction, Link>) {
    this.#around = around
    this.id = id
    this.side = side
    this.#links = links
  }

  get params(): { send: TransportParams; receive: TransportParams } {
    return { send: this.#links.send.params, receive: this.#links.receive.params }
  }

  /** One of its transports is connected. */
  get stands(): boolean {
    return Object.values(this.#links).some((link) => link.connected)
  }

  get sent(): Sent[] {
    return [...this.#sent.values()]
  }

  async connectTransport(transportId: string, dtlsParameters: Params): Promise<void> {
    await refusingParameters(() => this.#link(transportId).connect(dtlsParameters))
  }

  restartIce(transportId: string): Promise<Params> {
    return refusing(() => this.#link(transportId).restartIce())
  }

  produce(transportId: string, source: MediaSource, rtpParameters: Params, paused: boolean): Promise<string> {
    const before = this.#producing.get(source) ?? Promise.resolve()
    const produced = before.catch(() => undefined).then(() => this.#produce(transportId, source, rtpParameters, paused))
    this.#producing.set(source, produced)
    return produced
  }

  async #produce(transportId: string, source: MediaSource, rtpParameters: Params, paused: boolean): Promise<string> {
    const link = this.#link(transportId)
    if (link !== this.#links.send) throw new Refusal('malformed')
    for (const old of this.sent) if (old.source === source) this.#drop(old)
    const producer = await refusingParameters(() =>
      link.transport.produce({
        kind: source === 'camera' ? 'video' : 'audio',
        rtpParameters: rtpParameters as types.RtpParameters,
        paused: paused || !this.#around.active(),
        keyFrameRequestDelay: 200,
      }),
    )
    const sent: Sent = { producer, source, paused }
    this.#sent.set(producer.id, sent)
    for (const other of this.#around.others(this.side)) if (other.mayKnow(this)) void other.offer(sent)
    return producer.id
  }

  async receive(rtpCapabilities: Params): Promise<ConsumerParams[]> {
    this.#capabilities = rtpCapabilities as types.RtpCapabilities
    const sent = await this.#around.sentToMe(this.side)
    // What is closed meanwhile, by the answer say, is no longer there.
    const received = await Promise.all(sent.map((entry) => this.#consume(entry).catch((error: unknown) => goneOr(entry, error))))
    return received.filter((entry) => entry !== undefined).map((entry) => entry.params())
  }

  /** Before the answer a visitor knows nothing of the resident's devices, not even that there are any (decision 7). */
  mayKnow(other: Peer): boolean {
    return this.side === 'resident' || other.side === 'visitor' || this.#around.active()
  }

  /** The other side sends something new: a paused consumer for it, told to this device, once it can receive. */
  async offer(sent: Sent): Promise<void> {
    if (!this.#capabilities || this.#received.has(sent.producer.id)) return
    const received = await this.#consume(sent).catch(() => undefined)
    if (received) this.#around.notify({ type: 'consumer_new', room: this.#around.room, peer: this.id, consumer: received.params() })
  }

  async #consume(sent: Sent): Promise<Received | undefined> {
    const { producer } = sent
    const rtpCapabilities = this.#capabilities
    if (!rtpCapabilities || producer.closed) return undefined
    const known = this.#received.get(producer.id)
    if (known) return known
    if (!(await refusingParameters(async () => this.#around.router.canConsume({ producerId: producer.id, rtpCapabilities }))))
      return undefined
    const made = this.#received.get(producer.id) ?? this.#makeConsumer(sent, rtpCapabilities)
    this.#received.set(producer.id, made)
    made.catch(() => this.#received.delete(producer.id))
    return made
  }

  async #makeConsumer(sent: Sent, rtpCapabilities: types.RtpCapabilities): Promise<Received> {
    const consumer = await refusingParameters(() =>
      this.#links.receive.transport.consume({ producerId: sent.producer.id, rtpCapabilities, paused: true }),
    )
    return watchConsumer({
      consumer,
      sent,
      peer: this.id,
      room: this.#around.room,
      notify: this.#around.notify,
      active: this.#around.active,
      gone: () => this.#received.delete(sent.producer.id),
    })
  }

  async setProducer(producerId: string, state: 'paused' | 'resumed' | 'closed'): Promise<void> {
    const sent = this.#sent.get(producerId)
    if (!sent) throw new Refusal('call_not_there')
    if (state === 'closed') return this.#drop(sent)
    const changed = sent.paused !== (state === 'paused')
    sent.paused = state === 'paused'
    if (sent.paused) await refusing(() => sent.producer.pause())
    else if (this.#around.active()) await refusing(() => sent.producer.resume())
    if (!changed) return
    for (const other of this.#around.others(this.side)) if (other.mayKnow(this)) await other.tellPaused(sent)
  }

  /** The other side has muted, or speaks again. */
  async tellPaused(sent: Sent): Promise<void> {
    const received = await this.#received.get(sent.producer.id)?.catch(() => undefined)
    if (!received) return
    const type = sent.paused ? 'consumer_paused' : 'consumer_resumed'
    this.#around.notify({ type, room: this.#around.room, peer: this.id, consumerId: received.id })
    if (!sent.paused) received.askKeyFrames()
  }

  async setConsumer(consumerId: string, change: { state?: 'paused' | 'resumed'; spatialLayer?: number }): Promise<void> {
    const all = await Promise.all([...this.#received.values()].map((entry) => entry.catch(() => undefined)))
    const received = all.find((entry) => entry?.id === consumerId)
    if (!received) throw new Refusal('call_not_there')
    await refusing(async () => {
      if (change.spatialLayer !== undefined) await received.prefer(change.spatialLayer)
      if (change.state === 'resumed') await received.wire()
      if (change.state === 'paused') await received.unwire()
    })
  }

  /** The answer: what this side means to send flows now; a camera that stood by does not flow into an audio call (decision 17). */
  async startSending(kind: CallKind): Promise<void> {
    if (kind === 'audio') for (const sent of this.#sent.values()) if (sent.source === 'camera') sent.paused = true
    await Promise.all(this.sent.filter((sent) => !sent.paused).map((sent) => sent.producer.resume()))
  }

  /** The answer: what this device has wired is sent to it, with a key frame at once and again. */
  async startReceiving(): Promise<void> {
    const all = await Promise.all([...this.#received.values()].map((entry) => entry.catch(() => undefined)))
    await Promise.all(all.map((entry) => entry?.start()))
  }

  /** Once a second in a live call: whether anything still comes from here, and the state of both transports again. */
  async tick(at: number, repeat: boolean): Promise<void> {
    if (repeat) for (const link of Object.values(this.#links)) link.tellAgain()
    const counts = await Promise.all(this.sent.filter((sent) => !sent.paused).map((sent) => packetsOf(sent.producer)))
    const before = this.#heard
    this.#heard = hear(before, counts.length ? counts.reduce((sum, count) => sum + count, 0) : undefined, at)
    const changed = (before?.silent ?? false) !== this.#heard.silent
    if ((changed || (repeat && this.#heard.silent)) && !this.#closed)
      this.#around.notify({ type: 'silent', room: this.#around.room, peer: this.id, silent: this.#heard.silent })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    for (const link of Object.values(this.#links)) link.close()
  }

  #drop(sent: Sent): void {
    this.#sent.delete(sent.producer.id)
    sent.producer.close()
  }

  #link(transportId: string): Link {
    const link = Object.values(this.#links).find((entry) => entry.params.id === transportId)
    if (!link) throw new Refusal('call_not_there')
    return link
  }
}

function goneOr({ producer }: Sent, error: unknown): undefined {
  if (!producer.closed) throw error
}

async function packetsOf(producer: types.Producer): Promise<number> {
  const stats = await producer.getStats().catch(() => [])
  return stats.reduce((sum, stat) => sum + stat.packetCount, 0)
}
