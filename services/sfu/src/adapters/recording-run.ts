/**
 * One run of a recording: the current tracks, forwarded over loopback to an ffmpeg that copies them into pieces. Nothing is
 * decoded here. Another camera, or one turned on or off, needs a new run, because a file's tracks are fixed.
 */
import type { ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { types } from 'mediasoup'
import { type ProcessLimits, signalLimited, spawnLimited } from '#kit/limited-process.ts'
import type { Log } from '#kit/log.ts'
import { RECORDING } from '#proto/limits.ts'
import type { PieceFacts } from '#proto/recording.ts'
import { sessionDescription } from '../domain/session-description.ts'

const LOOPBACK = '127.0.0.1'
/** A piece ends with the first key frame after the shorter time; one is requested after the longer one, so that it comes within 10 s. */
const PIECE_SECONDS = 8.5
const KEY_FRAME_EVERY_MS = 9_000
/** Until the first picture has arrived. */
const FIRST_KEY_FRAME_EVERY_MS = 400
/**
 * After a signal ffmpeg ends with the next packet, so packets are sent for a moment longer; a second signal interrupts its waiting where
 * none comes.
 */
const PACKETS_MS = 100
const SECOND_SIGNAL_MS = 600
const KILL_MS = 2_500
/** Copying takes about a hundredth of a core. */
const LIMITS: ProcessLimits = {
  cpuSeconds: 600,
  memoryBytes: 800_000_000,
  wallMs: RECORDING.longest + 60_000,
  nice: 0,
  network: 'loopback',
}
const PORT_TRIES = 20

type RunDeps = {
  readonly router: types.Router
  readonly ffmpeg: string
  /** A folder for this run alone. */
  readonly folder: string
  readonly run: number
  /** Milliseconds since the recording's start. */
  readonly elapsed: () => number
  readonly log: Log
  /** @param isLast of a run that was stopped: it may be empty */
  readonly onPiece: (file: string, facts: PieceFacts, isLast: boolean) => void
  /** The run has ended unexpectedly. */
  readonly onEnd: () => void
}

type Track = { readonly transport: types.PlainTransport; readonly consumer: types.Consumer; readonly port: number }

export class RecordingRun {
  readonly #deps: RunDeps
  readonly #tracks: readonly Track[]
  readonly #ffmpeg: ChildProcess
  readonly #ended: Promise<void>
  readonly #hasVideo: boolean
  #startsAtMs = 0
  #keyFrameAt = 0
  #stopped = false
  #over = false
  /** A piece that is sent is deleted. */
  #begun = false
  /** The piece that is written, and the end of the one before since the run's start. */
  #next = 0
  #endedAtMs = 0

  /** @returns once ffmpeg listens and the tracks are resumed */
  static async start(deps: RunDeps, producers: readonly types.Producer[]): Promise<RecordingRun> {
    const tracks: Track[] = []
    try {
      for (const producer of producers) tracks.push(await forward(deps.router, producer))
      const run = new RecordingRun(deps, tracks)
      await run.#resume()
      if (run.#over) throw new Error('ffmpeg ended at once')
      return run
    } catch (error) {
      for (const { transport } of tracks) transport.close()
      throw error
    }
  }

  private constructor(deps: RunDeps, tracks: readonly Track[]) {
    this.#deps = deps
    this.#tracks = tracks
    this.#hasVideo = tracks.some(({ consumer }) => consumer.kind === 'video')
    const child = spawnLimited(deps.ffmpeg, ffmpegArgs(), LIMITS, { cwd: deps.folder, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#ffmpeg = child
    deps.log.debug({ run: deps.run, tracks: tracks.map(({ consumer }) => `${consumer.kind} ${consumer.type}`) }, 'recording run begins')
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(describe(tracks))
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
    lines.on('line', (line) => this.#pieceDone(line))
    child.stderr?.on('data', (data: Buffer) => deps.log.debug({ run: deps.run, ffmpeg: data.toString().slice(0, 500) }, 'ffmpeg says'))
    const exited = new Promise<void>((resolve) => {
      child.once('error', (err) => {
        deps.log.error({ err }, 'ffmpeg could not be started')
        resolve()
      })
      child.once('exit', () => resolve())
    })
    this.#ended = Promise.all([exited, once(lines, 'close')]).then(() => {
      this.#over = true
      this.#closeTransports()
      this.#takeUnfinished()
      if (!this.#stopped) deps.onEnd()
    })
  }

  get number(): number {
    return this.#deps.run
  }

  /** Whether the first piece has begun. */
  get begun(): boolean {
    this.#begun ||= existsSync(join(this.#deps.folder, pieceFile(0)))
    return this.#begun
  }

  /** The recording's clock begins with this run. */
  startClock(): void {
    this.#startsAtMs = 0
    this.#keyFrameAt = 0
  }

  get elapsedMs(): number {
    return this.#deps.elapsed() - this.#startsAtMs
  }

  /** Called several times a second: requests the key frames with which the pieces begin. */
  tick(): void {
    if (!this.#hasVideo || this.#stopped) return
    const now = this.#deps.elapsed()
    if (now - this.#keyFrameAt < (this.begun ? KEY_FRAME_EVERY_MS : FIRST_KEY_FRAME_EVERY_MS)) return
    this.#keyFrameAt = now
    for (const { consumer } of this.#tracks) if (consumer.kind === 'video') void consumer.requestKeyFrame().catch(() => undefined)
  }

  /** Records nothing from now on; resolves once the last piece is written. */
  async stop(): Promise<void> {
    if (!this.#stopped) {
      this.#stopped = true
      const signal = (name: NodeJS.Signals) => signalLimited(this.#ffmpeg, name)
      // ffmpeg ends the piece that it writes.
      signal('SIGINT')
      const steps = [
        setTimeout(() => this.#closeTransports(), PACKETS_MS),
        setTimeout(() => signal('SIGINT'), SECOND_SIGNAL_MS),
        setTimeout(() => signal('SIGKILL'), KILL_MS),
      ]
      await this.#ended
      for (const step of steps) clearTimeout(step)
    }
    await this.#ended
  }

  #closeTransports(): void {
    for (const { transport } of this.#tracks) transport.close()
  }

  /** A piece that ffmpeg could not end, because it was killed, can be read up to its last second. */
  #takeUnfinished(): void {
    const file = join(this.#deps.folder, pieceFile(this.#next))
    if (existsSync(file)) this.#add(file, this.#next, this.#endedAtMs, Math.max(0, this.elapsedMs - this.#endedAtMs))
  }

  async #resume(): Promise<void> {
    await Promise.race([this.#listening(), this.#ended])
    this.#startsAtMs = this.#deps.elapsed()
    this.#keyFrameAt = this.#startsAtMs
    // mediasoup requests a key frame when a consumer resumes.
    await Promise.all(this.#tracks.map(({ consumer }) => consumer.resume()))
  }

  /** A port is taken once ffmpeg has bound it. */
  async #listening(): Promise<void> {
    const until = performance.now() + LISTEN_MS
    for (const { port } of this.#tracks)
      while ((await isFree(port)) && performance.now() < until && !this.#stopped)
        await new Promise((resolve) => setTimeout(resolve, LISTEN_POLL_MS))
  }

  /** A line of ffmpeg's list: name, start and end in seconds since the run's start. */
  #pieceDone(line: string): void {
    const [name = '', from, to] = line.split(',')
    const number = Number(/^piece-(\d+)\.mkv$/.exec(name)?.[1])
    const [start, end] = [Number(from), Number(to)]
    if (!Number.isInteger(number) || Number.isNaN(start) || Number.isNaN(end)) return
    this.#next = number + 1
    this.#endedAtMs = end * 1_000
    this.#add(join(this.#deps.folder, name), number, start * 1_000, (end - start) * 1_000)
  }

  #add(file: string, number: number, startMs: number, ms: number): void {
    const { run, onPiece } = this.#deps
    const startsAtMs = Math.max(0, Math.round(this.#startsAtMs + startMs))
    onPiece(file, { run, number, startsAtMs, ms: Math.max(0, Math.round(ms)), hasVideo: this.#hasVideo }, this.#stopped)
  }
}

/** Loading its libraries takes a while on a busy machine. */
const LISTEN_MS = 7_000
const LISTEN_POLL_MS = 20
const pieceFile = (number: number) => `piece-${String(number).padStart(5, '0')}.mkv`

/**
 * Times are those of arrival: both sides' clocks differ, and their sender reports come seconds later. Ten seconds without a packet end
 * ffmpeg (the default of `listen_timeout`), also where this process has died.
 */
function ffmpegArgs(): string[] {
  const input = [
    '-protocol_whitelist',
    'pipe,udp,rtp',
    '-use_wallclock_as_timestamps',
    '1',
    '-fpsprobesize',
    '0',
    '-analyzeduration',
    '5000000',
  ]
  const buffers = ['-buffer_size', '1000000', '-reorder_queue_size', '100', '-max_delay', '200000']
  const output = ['-map', '0', '-c', 'copy', '-max_interleave_delta', '1000000', '-f', 'segment', '-segment_format', 'matroska']
  const pieces = [
    '-segment_format_options',
    'cluster_time_limit=1000:flush_packets=1',
    '-segment_time',
    String(PIECE_SECONDS),
    '-reset_timestamps',
    '1',
    '-segment_list',
    'pipe:1',
    '-segment_list_type',
    'csv',
  ]
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'warning'],
    ...[...input, ...buffers, '-f', 'sdp', '-i', `pipe:0?localaddr=${LOOPBACK}`],
    ...[...output, ...pieces, 'piece-%05d.mkv'],
  ]
}

/** Sent on loopback alone, and paused until ffmpeg listens. */
async function forward(router: types.Router, producer: types.Producer): Promise<Track> {
  const transport = await router.createPlainTransport({ listenInfo: { protocol: 'udp', ip: LOOPBACK }, rtcpMux: true, comedia: false })
  try {
    const port = await freeEvenPort()
    const consumer = await transport.consume({ producerId: producer.id, rtpCapabilities: plainCapabilities(router), paused: true })
    await transport.connect({ ip: LOOPBACK, port })
    return { transport, consumer, port }
  } catch (error) {
    transport.close()
    throw error
  }
}

/** Without retransmission: nothing is lost on loopback. */
function plainCapabilities({ rtpCapabilities }: types.Router): types.RtpCapabilities {
  const codecs = (rtpCapabilities.codecs ?? []).filter(({ mimeType }) => !mimeType.toLowerCase().endsWith('/rtx'))
  return {
    codecs: codecs.map((codec) => ({
      ...codec,
      rtcpFeedback: (codec.rtcpFeedback ?? []).filter(({ type }) => type === 'nack' || type === 'ccm'),
    })),
    headerExtensions: [],
  }
}

function describe(tracks: readonly Track[]): string {
  return sessionDescription(
    LOOPBACK,
    tracks.flatMap(({ consumer, port }) => consumer.rtpParameters.codecs.slice(0, 1).map((codec) => ({ port, codec }))),
  )
}

function bind(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    socket.once('error', () => {
      socket.close()
      resolve(undefined)
    })
    socket.bind(port, LOOPBACK, () => {
      const bound = socket.address().port
      socket.close(() => resolve(bound))
    })
  })
}
const isFree = async (port: number) => (await bind(port)) !== undefined

/** ffmpeg also takes the next port (RFC 3550, 11). */
async function freeEvenPort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_TRIES; attempt += 1) {
    const port = await bind(0)
    if (port !== undefined && port % 2 === 0 && port < 65_535 && (await isFree(port + 1))) return port
  }
  throw new Error('no free port for a recording')
}
