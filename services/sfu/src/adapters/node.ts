/** This node's workers and rooms. mediasoup is loaded only once its worker program exists. */
import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { MediaNotice } from '#proto/operations/sfu.ts'
import type { DrainingNode } from '../domain/drain.ts'
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

/** `isTaken`: its call has moved to another node, and the pages that are still here are leaving. */
type RoomEntry = { readonly worker: MediaWorker; readonly room: Promise<Room>; settled: Room | undefined; isTaken: boolean }
/** What signaling answers by closing the room. */
type RoomReport = Extract<MediaNotice, { type: 'room_lost' | 'hand_over' }>

/** A report is repeated this often, once a second, until signaling has closed the room. */
const REPORTS_MOST = 10

export class MediaNode implements MediaEngine, DrainingNode {
  readonly #deps: MediaNodeDeps
  readonly #rooms = new Map<string, RoomEntry>()
  readonly #workers: MediaWorker[] = []
  readonly #sending = new Set<Promise<void>>()
  readonly #received: ReceivedMediaReader
  /** By room: how often it is still repeated. */
  readonly #reports = new Map<string, { readonly report: RoomReport; left: number }>()
  #draining = false
  #handingOver = false
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

  /** Of the workers that run now. */
  get maxRooms(): number {
    return this.#workers.filter(({ running }) => running).length * this.#deps.roomsPerWorker
  }

  get takenRooms(): number {
    return [...this.#rooms.values()].filter(({ isTaken }) => isTaken).length
  }

  /** CPU seconds of the present worker processes; read without asking them, because one that hangs would keep the metrics waiting. */
  get cpuSeconds(): number {
    return this.#workers.reduce((sum, worker) => sum + worker.cpuSeconds, 0)
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
    if (this.#draining) throw new AppError('calls_full')
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
    const entry: RoomEntry = { worker: lightest.worker, room, settled: undefined, isTaken: false }
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

  /** Signaling needs the room no more. One that is handed over stays until its pages have left: they join the next one meanwhile. */
  close(id: string): void {
    this.#reports.delete(id)
    const entry = this.#rooms.get(id)
    if (entry && this.#handingOver && entry.settled?.isConnected) entry.isTaken = true
    else this.#close(id, entry)
  }

  #close(id: string, entry: RoomEntry | undefined): void {
    this.#rooms.delete(id)
    void entry?.room.then(
      (room) => room.close(),
      () => undefined,
    )
  }

  refuseRooms(): void {
    this.#draining = true
  }

  handOver(): void {
    this.#handingOver = true
    for (const room of this.#rooms.keys()) this.#report({ type: 'hand_over', room })
  }

  closeLeftRooms(): void {
    for (const [id, entry] of [...this.#rooms]) if (entry.isTaken && !entry.settled?.isConnected) this.#close(id, entry)
  }

  abandon(): void {
    for (const [room, { isTaken }] of this.#rooms) if (!isTaken) this.#report({ type: 'room_lost', room, reason: 'node_draining' })
  }

  #report(report: RoomReport): void {
    this.#reports.set(report.room, { report, left: REPORTS_MOST })
    this.#deps.notify(report)
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
      if (!entry.isTaken) this.#report({ type: 'room_lost', room: id, reason: 'worker_died' })
    }
  }

  /** Once a second: repeats reports, and checks every room's transport states, silence and whether it is abandoned. */
  async tick(): Promise<void> {
    for (const [room, entry] of this.#reports) {
      entry.left -= 1
      if (entry.left <= 0) this.#reports.delete(room)
      this.#deps.notify(entry.report)
    }
    const now = performance.now()
    await Promise.all([...this.#rooms.values()].map((entry) => entry.settled?.tick(now).catch(() => undefined)))
  }
}
