/** A recording of one room: runs of pieces, as the tracks of both sides come and go (record 0054). */
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { types } from 'mediasoup'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { RecordingEnd } from '#proto/entities.ts'
import { RECORDING } from '#proto/limits.ts'
import type { RecordingOptions, RecordingOwner } from '../domain/recording.ts'
import { PieceQueue } from './piece-queue.ts'
import { RecordingRun } from './recording-run.ts'

const TICK_MS = 200
/** Doorbell treats a recording as lost after 45 s of silence. */
const TOUCH_MS = 12_000
/** A camera that sends no pictures is left out for a while, so that the voices are recorded. */
const BEGINS_WITHIN_MS = 6_000
const WITHOUT_CAMERA_MS = 20_000
const RESTART_MS = 1_000
/** ffmpeg ends after ten seconds without a packet; one that ends sooner has failed, and after this many in a row the recording has. */
const FAILED_WITHIN_MS = 8_000
const FAILED_RUNS_MOST = 4
/** A camera that is turned on and off repeatedly begins no more runs than this. */
const RUNS_MOST = 4
const RUNS_WITHIN_MS = 12_000
const CLOSE_TRIES = 5

const PREFIX = 'doorbell-recording-'
/** Longer than any recording. */
const LEFT_MS = 2 * RECORDING.longest

/** Deletes unsent pieces that a killed node has left on this machine. */
export async function sweepLeftPieces(now: Date): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true })
  }
}

export type RecorderDeps = {
  readonly ffmpeg: string
  readonly owner: RecordingOwner
  readonly clock: Clock
  readonly log: Log
  readonly count: (result: 'sent' | 'lost') => void
}
export type RecordingSources = {
  readonly router: types.Router
  /** The tracks that both sides send now: the visitor's picture and both voices. */
  readonly producers: (options: { readonly withCamera: boolean }) => readonly types.Producer[]
  /** The recording has ended unexpectedly. */
  readonly ended: (reason: RecordingEnd) => void
}

export class Recording {
  readonly id: string
  readonly #deps: RecorderDeps
  readonly #sources: RecordingSources
  readonly #options: RecordingOptions
  readonly #folder: string
  readonly #queue: PieceQueue
  #beganAt = performance.now()
  #run: RecordingRun | undefined
  #tracks = ''
  #runs = 0
  /** When the newest runs began. */
  #begun: number[] = []
  #notBefore = 0
  /** In a row. */
  #failedRuns = 0
  #noCameraUntil = 0
  #following: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopping: Promise<void> | undefined

  static async create(deps: RecorderDeps, sources: RecordingSources, options: RecordingOptions): Promise<Recording> {
    return new Recording(deps, sources, options, await mkdtemp(join(tmpdir(), PREFIX)))
  }

  private constructor(deps: RecorderDeps, sources: RecordingSources, options: RecordingOptions, folder: string) {
    this.id = options.recordingId
    this.#deps = deps
    this.#sources = sources
    this.#options = options
    this.#folder = folder
    this.#queue = new PieceQueue({
      owner: deps.owner,
      upload: options.upload,
      recordingId: options.recordingId,
      log: deps.log,
      count: deps.count,
      refused: (reason) => this.#endByItself(reason),
    })
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    sources.router.observer.once('close', () => void this.stop('interrupted'))
  }

  /** Resolves once the recorded tracks are the current ones, or another try follows. */
  async begin(): Promise<void> {
    this.#tick()
    await this.#following
  }

  /** Records nothing from now on; resolves once everything is sent and the recording is closed. Idempotent. */
  stop(reason: RecordingEnd): Promise<void> {
    this.#stopping ??= this.#stop(reason)
    return this.#stopping
  }

  async #stop(reason: RecordingEnd): Promise<void> {
    clearInterval(this.#timer)
    const endedAt = this.#deps.clock.now()
    await this.#run?.stop()
    await this.#following
    await this.#run?.stop()
    await this.#queue.idle()
    await this.#close(endedAt, reason)
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Doorbell also closes it by itself, 45 s after its last piece. */
  async #close(endedAt: Date, reason: RecordingEnd): Promise<void> {
    for (let attempt = 1; attempt <= CLOSE_TRIES; attempt += 1) {
      try {
        return await this.#deps.owner.close(this.id, endedAt, reason)
      } catch (err) {
        this.#deps.log.warn({ err, recordingId: this.id }, 'recording not closed, retrying')
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS).unref())
      }
    }
  }

  get #elapsed(): number {
    return performance.now() - this.#beganAt
  }

  #endByItself(reason: RecordingEnd): void {
    if (this.#stopping) return
    this.#sources.ended(reason)
    void this.stop(reason)
  }

  #tick(): void {
    if (this.#stopping) return
    this.#run?.tick()
    this.#queue.touch(TOUCH_MS)
    if (this.#elapsed >= this.#options.maxMs) {
      this.#endByItself('time_limit')
      return
    }
    this.#following ??= this.#follow()
      .catch((err: unknown) => {
        this.#deps.log.warn({ err, recordingId: this.id }, 'recording run failed, retrying')
        this.#retryLater(true)
      })
      .finally(() => {
        this.#following = undefined
      })
  }

  /** Begins another run where the tracks have changed; the one before continues until then, so that no voice is lost. */
  async #follow(): Promise<void> {
    const before = this.#run
    if (before && !before.begun && before.elapsedMs > BEGINS_WITHIN_MS) this.#noCameraUntil = this.#elapsed + WITHOUT_CAMERA_MS
    const producers = this.#sources.producers({ withCamera: this.#elapsed >= this.#noCameraUntil })
    const tracks = producers.map(({ id }) => id).join()
    if (tracks === this.#tracks && (before || !tracks)) return
    if (!tracks) {
      this.#run = undefined
      this.#tracks = ''
      return before?.stop()
    }
    this.#begun = this.#begun.filter((at) => this.#elapsed - at < RUNS_WITHIN_MS)
    if (this.#elapsed < this.#notBefore || this.#stopping || this.#begun.length >= RUNS_MOST) return
    this.#begun.push(this.#elapsed)
    const number = this.#runs
    this.#runs += 1
    const folder = join(this.#folder, String(number))
    await mkdir(folder)
    const run = await RecordingRun.start(
      {
        router: this.#sources.router,
        ffmpeg: this.#deps.ffmpeg,
        folder,
        run: number,
        elapsed: () => this.#elapsed,
        log: this.#deps.log,
        onPiece: (file, facts, isLast) => this.#queue.add(file, facts, isLast),
        onEnd: () => this.#lost(number),
      },
      producers,
    )
    this.#run = run
    this.#tracks = tracks
    // The recording begins with its first run.
    if (number === 0) {
      this.#beganAt = performance.now()
      run.startClock()
    }
    await before?.stop()
  }

  /** The run has ended unexpectedly. */
  #lost(number: number): void {
    const run = this.#run
    if (run?.number !== number) return
    this.#run = undefined
    this.#tracks = ''
    this.#retryLater(run.elapsedMs < FAILED_WITHIN_MS)
  }

  #retryLater(hasFailed: boolean): void {
    this.#notBefore = this.#elapsed + RESTART_MS
    this.#failedRuns = hasFailed ? this.#failedRuns + 1 : 0
    if (this.#failedRuns >= FAILED_RUNS_MOST) this.#endByItself('failed')
  }
}
