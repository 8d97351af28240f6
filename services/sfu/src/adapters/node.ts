/** This node: its workers, and which call is on which. mediasoup is loaded only once its worker's program is there. */
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { MediaEngine, Notify } from '../domain/media.ts'
import { Room } from './room.ts'
import { MediaWorker } from './worker.ts'

const LOOK_MS = 2_000
const TICK_MS = 1_000

export type NodeParts = {
  readonly bin: string | undefined
  readonly workers: number
  readonly roomsPerWorker: number
  readonly listen: readonly string[]
  readonly announced: string | undefined
  readonly port: number | undefined
  readonly notify: Notify
  readonly log: Log
}

type Place = { readonly worker: MediaWorker; readonly room: Promise<Room>; settled: Room | undefined }

export class MediaNode implements MediaEngine {
  readonly #parts: NodeParts
  readonly #places = new Map<string, Place>()
  readonly #workers: MediaWorker[] = []
  #timers: NodeJS.Timeout[] = []
  #stopped = false

  /** Starts at once; calls are taken as soon as the workers stand. */
  static create(parts: NodeParts): MediaNode {
    const node = new MediaNode(parts)
    void node.#prepare()
    node.#timers.push(setInterval(() => void node.#tick(), TICK_MS))
    return node
  }

  private constructor(parts: NodeParts) {
    this.#parts = parts
  }

  get preparing(): boolean {
    return this.#workers.every((worker) => !worker.standing)
  }

  get rooms(): number {
    return this.#places.size
  }

  async #prepare(): Promise<void> {
    const { bin, log, workers } = this.#parts
    try {
      if (bin) await access(bin, constants.X_OK)
      const mediasoup = await import('mediasoup')
      if (!bin) await access(mediasoup.workerBin, constants.X_OK)
      while (this.#workers.length < workers && !this.#stopped) {
        const index = this.#workers.length
        const worker = await MediaWorker.create({
          mediasoup,
          bin,
          listen: this.#parts.listen,
          announced: this.#parts.announced,
          port: this.#parts.port === undefined ? undefined : this.#parts.port + index,
          log,
          lost: () => this.#lost(worker),
        })
        this.#workers.push(worker)
      }
      log.info({ workers: this.#workers.length }, 'calls are ready')
    } catch (err) {
      const missing = err instanceof Error && 'code' in err && err.code === 'ENOENT'
      if (!missing) log.warn({ err }, 'media workers do not start, trying again')
      if (!this.#stopped) this.#timers.push(setTimeout(() => void this.#prepare(), LOOK_MS))
    }
  }

  async open(id: string): Promise<Room> {
    const known = this.#places.get(id)
    if (known) return known.room
    if (this.preparing) throw new Refusal('calls_preparing')
    const [lightest] = this.#workers
      .filter((worker) => worker.standing)
      .map((worker) => ({ worker, load: this.#load(worker) }))
      .sort((a, b) => a.load - b.load)
    if (!lightest?.worker.standing || lightest.load >= this.#parts.roomsPerWorker) throw new Refusal('calls_full')
    const room = Room.create({
      id,
      ...lightest.worker.standing,
      notify: this.#parts.notify,
      closed: () => this.#places.delete(id),
    })
    const place: Place = { worker: lightest.worker, room, settled: undefined }
    this.#places.set(id, place)
    try {
      place.settled = await room
      return place.settled
    } catch (error) {
      this.#places.delete(id)
      throw error
    }
  }

  room(id: string): Room {
    const room = this.#places.get(id)?.settled
    if (!room) throw new Refusal('call_not_there')
    return room
  }

  close(id: string): void {
    const place = this.#places.get(id)
    this.#places.delete(id)
    void place?.room.then(
      (room) => room.close(),
      () => undefined,
    )
  }

  /** The node leaves: whoever is still on it is told to go elsewhere. */
  abandon(): void {
    for (const id of [...this.#places.keys()]) this.#parts.notify({ type: 'room_lost', room: id, reason: 'node_draining' })
  }

  stop(): void {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
    for (const worker of this.#workers) worker.stop()
    this.#places.clear()
  }

  #load(worker: MediaWorker): number {
    return [...this.#places.values()].filter((place) => place.worker === worker).length
  }

  #lost(worker: MediaWorker): void {
    for (const [id, place] of [...this.#places]) {
      if (place.worker !== worker) continue
      this.#places.delete(id)
      this.#parts.notify({ type: 'room_lost', room: id, reason: 'worker_died' })
    }
  }

  async #tick(): Promise<void> {
    const now = performance.now()
    await Promise.all([...this.#places.values()].map((place) => place.settled?.tick(now).catch(() => undefined)))
  }
}
