/** One call: a router on one worker, and the devices in it. */

import type { types } from 'mediasoup'
import { Refusal } from '#kit/refusal.ts'
import type { CallKind } from '#proto/entities.ts'
import type { MediaPeer, MediaRoom, Notify, Params, Side } from '../domain/media.ts'
import { capabilitiesForClients, MEDIA_CODECS } from './codecs.ts'
import { Peer, type Surroundings } from './peer.ts'
import type { Sent } from './received.ts'
import { refusing } from './refuse.ts'
import { openStandIns, type StandIns } from './stand-ins.ts'

/** Transport states are said again this often, in ticks: a listener that was away finds the truth by itself. */
const REPEAT_TICKS = 3
/** A room in which no device stands for this long has lost its owner. */
const ORPHANED = 120_000

export type RoomParts = {
  readonly id: string
  readonly worker: types.Worker
  readonly server: types.WebRtcServer
  readonly notify: Notify
  readonly closed: () => void
}

export class Room implements MediaRoom {
  readonly id: string
  readonly routerRtpCapabilities: Params
  readonly #router: types.Router
  readonly #parts: RoomParts
  readonly #peers = new Map<string, Peer>()
  /** One join after the other per device, so that two that cross make one pair of transports. */
  readonly #joining = new Map<string, Promise<unknown>>()
  #standIns: Promise<StandIns> | undefined
  #active = false
  #ticks = 0
  #aloneSince: number | undefined

  static async create(parts: RoomParts): Promise<Room> {
    const router = await refusing(() => parts.worker.createRouter({ mediaCodecs: MEDIA_CODECS }))
    return new Room(parts, router)
  }

  private constructor(parts: RoomParts, router: types.Router) {
    this.#parts = parts
    this.#router = router
    this.id = parts.id
    this.routerRtpCapabilities = capabilitiesForClients(router.rtpCapabilities)
  }

  get active(): boolean {
    return this.#active
  }

  async join(peer: string, side: Side, fresh: boolean): ReturnType<MediaRoom['join']> {
    const before = this.#joining.get(peer) ?? Promise.resolve()
    const joined = before.catch(() => undefined).then(() => this.#join(peer, side, fresh))
    this.#joining.set(peer, joined)
    const { found, kept } = await joined
    return { routerRtpCapabilities: this.routerRtpCapabilities, ...found.params, kept }
  }

  async #join(id: string, side: Side, fresh: boolean): Promise<{ found: Peer; kept: boolean }> {
    const known = this.#peers.get(id)
    if (known && !fresh) return { found: known, kept: true }
    if (this.#router.closed) throw new Refusal('call_not_there')
    known?.close()
    const found = await Peer.create(this.#surroundings(), id, side)
    this.#peers.set(id, found)
    return { found, kept: false }
  }

  peer(id: string): MediaPeer {
    const found = this.#peers.get(id)
    if (!found) throw new Refusal('call_not_there')
    return found
  }

  leave(id: string): void {
    this.#peers.get(id)?.close()
    this.#peers.delete(id)
    this.#joining.delete(id)
  }

  async activate(peers: readonly string[], kind: CallKind): Promise<void> {
    for (const id of this.#peers.keys()) if (!peers.includes(id)) this.leave(id)
    this.#active = true
    const all = [...this.#peers.values()]
    await refusing(async () => {
      const sending = Promise.all(all.map((peer) => peer.startSending(kind)))
      // The visitor hears of the resident's media now, and its page wires it while the resident's camera opens. Nothing else waits for that.
      const offered = all.flatMap((peer) => this.#others(peer.side).flatMap((other) => other.sent.map((sent) => peer.offer(sent))))
      await sending
      await Promise.all(all.map((peer) => peer.startReceiving()))
      await Promise.all(offered)
    })
    await this.#standIns?.then((standIns) => standIns.close()).catch(() => undefined)
    this.#standIns = undefined
  }

  /** @param at milliseconds */
  async tick(at: number): Promise<void> {
    if (this.#orphaned(at)) return this.close()
    if (!this.#active) return
    this.#ticks += 1
    const repeat = this.#ticks % REPEAT_TICKS === 0
    await Promise.all([...this.#peers.values()].map((peer) => peer.tick(at, repeat)))
  }

  #orphaned(at: number): boolean {
    const stands = [...this.#peers.values()].some((peer) => peer.stands)
    this.#aloneSince = stands ? undefined : (this.#aloneSince ?? at)
    return this.#aloneSince !== undefined && at - this.#aloneSince >= ORPHANED
  }

  close(): void {
    if (!this.#router.closed) this.#router.close()
    this.#peers.clear()
    this.#parts.closed()
  }

  #surroundings(): Surroundings {
    return {
      room: this.id,
      router: this.#router,
      server: this.#parts.server,
      notify: this.#parts.notify,
      active: () => this.#active,
      others: (side) => this.#others(side),
      sentToMe: (side) => this.#sentTo(side),
    }
  }

  #others(side: Side): Peer[] {
    return [...this.#peers.values()].filter((peer) => peer.side !== side)
  }

  /** Before the answer a visitor gets one and the same pair, whoever stands by or nobody (decision 7). */
  async #sentTo(side: Side): Promise<readonly Sent[]> {
    if (side === 'resident' || this.#active) return this.#others(side).flatMap((peer) => peer.sent)
    this.#standIns ??= openStandIns(this.#router)
    return (await refusing(() => this.#standIns as Promise<StandIns>)).sent
  }
}
