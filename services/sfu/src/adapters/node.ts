/** This node's workers and rooms. mediasoup is loaded only once its worker program exists. */
import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { MediaEngine, Notify, PortRange } from '../domain/media.ts'
import { type CountReceived, ReceivedMediaReader } from './received-media.ts'
import type { RecorderDeps } from './recording.ts'
import { Room } from './room.ts'
import { MediaWorker } from './worker.ts'

type MediaNodeDeps = {
  readonly bin: string | undefined
  readonly workers: number
  readonly roomsPerWorker: number
  readonly listen: readonly string[]
  readonly announced: string | undefined
  /** The ports for the worker of this index; undefined: any free one. */
  readonly portsOf: (index: number) => PortRange | undefined
  readonly notify: Notify
  readonly countReceived: CountReceived
  /** A worker runs, for the first time or again. */
  readonly workerStarted: () => void
  readonly clock: Clock
  readonly recorder: RecorderDeps | undefined
  readonly log: Log
}

type RoomEntry = { readonly worker: MediaWorker; readonly room: Promise<Room>; settled: Room | undefined }

export class MediaNode implements MediaEngine {
  readonly #deps: MediaNodeDeps
  readonly #rooms = new Map<string, RoomEntry>()
  readonly #workers: MediaWorker[] = []
  readonly #sending = new Set<Promise<void>>()
  readonly #received: ReceivedMediaReader
  #stopped = false
  #failure: unknown

  constructor(deps: MediaNodeDeps) {
    this.#deps = deps
    this.#received = new ReceivedMediaReader(deps.countReceived)
  }

  get preparing(): boolean {
    return this.#workers.every((worker) => !worker.running)
  }

  /** Fails while an existing worker program does not start; one that is still being built is waited for. */
  async check(): Promise<void> {
    if (this.#failure) throw this.#failure
  }

  get rooms(): number {
    return this.#rooms.size
  }

  /** Calls that were answered; the other rooms are prepared while it rings. */
  get activeRooms(): number {
    return [...this.#rooms.values()].filter(({ settled }) => settled?.active).length
  }

  /** CPU seconds of the present worker processes. */
  async cpuSeconds(): Promise<number> {
    const running = this.#workers.flatMap((worker) => worker.running ?? [])
    const usages = await Promise.all(running.map(({ worker }) => worker.getResourceUsage()))
    return usages.reduce((sum, { ru_utime: user, ru_stime: system }) => sum + user + system, 0) / 1_000
  }

  /** Starts missing workers; does nothing once all of them run. Calls are accepted from then on. */
  async startWorkers(): Promise<void> {
    const { bin, log, workers } = this.#deps
    if (this.#workers.length >= workers || this.#stopped) return
    try {
      if (bin) await access(bin, constants.X_OK)
      const mediasoup = await import('mediasoup')
      if (!bin) await access(mediasoup.workerBin, constants.X_OK)
      while (this.#workers.length < workers && !this.#stopped) {
        const index = this.#workers.length
        const worker = await MediaWorker.create({
          mediasoup,
          bin,
          listen: this.#deps.listen,
          announced: this.#deps.announced,
          ports: this.#deps.portsOf(index),
          log,
          lost: () => this.#lost(worker),
          startedAgain: this.#deps.workerStarted,
        })
        // The node is no longer announced.
        if (this.#stopped) return worker.stop()
        this.#workers.push(worker)
        this.#failure = undefined
        this.#deps.workerStarted()
      }
      log.info({ ports: this.#workers.map(({ port }) => port) }, 'media workers started')
    } catch (err) {
      const missing = err instanceof Error && 'code' in err && err.code === 'ENOENT'
      this.#failure = missing ? undefined : err
      if (!missing) log.warn({ err }, 'media worker start failed, retrying')
    }
  }

  async open(id: string): Promise<Room> {
    const known = this.#rooms.get(id)
    if (known) return known.room
    if (this.preparing) throw new AppError('calls_preparing')
    const [lightest] = this.#workers
      .filter((worker) => worker.running)
      .map((worker) => ({ worker, load: this.#load(worker) }))
      .sort((a, b) => a.load - b.load)
    if (!lightest?.worker.running || lightest.load >= this.#deps.roomsPerWorker) throw new AppError('calls_full')
    const room = Room.create({
      id,
      ...lightest.worker.running,
      notify: this.#deps.notify,
      received: this.#received,
      clock: this.#deps.clock,
      recorder: this.#deps.recorder,
      stopping: (work) => this.#untilSent(work),
      closed: () => this.#rooms.delete(id),
    })
    const entry: RoomEntry = { worker: lightest.worker, room, settled: undefined }
    this.#rooms.set(id, entry)
    try {
      entry.settled = await room
      return entry.settled
    } catch (error) {
      this.#rooms.delete(id)
      throw error
    }
  }

  room(id: string): Room {
    const room = this.#rooms.get(id)?.settled
    if (!room) throw new AppError('call_not_there')
    return room
  }

  findRoom(id: string): Room | undefined {
    return this.#rooms.get(id)?.settled
  }

  /** Whether calls can be recorded here. */
  get records(): boolean {
    return this.#deps.recorder !== undefined && existsSync(this.#deps.recorder.ffmpeg)
  }

  get recordings(): number {
    return [...this.#rooms.values()].filter(({ settled }) => settled?.isRecording).length
  }

  /** The last pieces of recordings that have stopped. */
  async recordingsSent(): Promise<void> {
    await Promise.allSettled([...this.#sending])
  }

  #untilSent(work: Promise<void>): void {
    const sending = work
      .catch((err: unknown) => this.#deps.log.error({ err }, 'recording not ended'))
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  close(id: string): void {
    const entry = this.#rooms.get(id)
    this.#rooms.delete(id)
    void entry?.room.then(
      (room) => room.close(),
      () => undefined,
    )
  }

  /** Reports the remaining rooms as lost, so that signaling moves their calls. */
  abandon(): void {
    for (const id of [...this.#rooms.keys()]) this.#deps.notify({ type: 'room_lost', room: id, reason: 'node_draining' })
  }

  stop(): void {
    this.#stopped = true
    for (const { settled } of this.#rooms.values()) settled?.close()
    for (const worker of this.#workers) worker.stop()
    this.#rooms.clear()
  }

  #load(worker: MediaWorker): number {
    return [...this.#rooms.values()].filter((entry) => entry.worker === worker).length
  }

  #lost(worker: MediaWorker): void {
    for (const [id, entry] of [...this.#rooms]) {
      if (entry.worker !== worker) continue
      this.#rooms.delete(id)
      this.#deps.notify({ type: 'room_lost', room: id, reason: 'worker_died' })
    }
  }

  /** Checks every room once a second: transport states, silence, abandoned rooms. */
  async tick(): Promise<void> {
    const now = performance.now()
    await Promise.all([...this.#rooms.values()].map((entry) => entry.settled?.tick(now).catch(() => undefined)))
  }
}
