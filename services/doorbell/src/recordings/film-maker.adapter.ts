/**
 * Makes a film of a recording's pieces with ffmpeg (record 0054), at a low priority and with one thread. Each run of pieces
 * is decoded and encoded with the same parameters; then the runs are joined, and the audio is encoded once, so that no join is audible.
 */
import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { type ProcessLimits, runLimited } from '#kit/limited-process.ts'
import { RECORDING } from '#proto/limits.ts'
import type { FilmMaker, RecordingToMake } from './make-film.ts'
import type { RecordingStore } from './recordings.ts'
import { type FilmSize, filmSize, type Run, runsOf } from './runs.ts'

/** Deletes the files of films that a copy was making when it died. */
export async function sweepScratch(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const found = name.startsWith(PREFIX) ? await stat(join(folder, name)).catch(() => undefined) : undefined
    if (found && found.mtime < before) await rm(join(folder, name), { recursive: true, force: true })
  }
}

export type Programs = { readonly ffmpeg: string; readonly ffprobe: string /** The priority of the processes. */; readonly nice: number }

const PREFIX = 'doorbell-film-'
const RATE = 25
const AUDIO_BITS = 96_000
/** Room for the container, and for what the encoder exceeds its mean rate by. */
const VIDEO_BITS = RECORDING.bitsPerSecond - AUDIO_BITS - 150_000
const KEEP_MS = 15_000
/** The memory of the libraries and of one encoder of 720p. */
const MEMORY = 2_000_000_000
/** CPU seconds per second of the film, at the slowest, and for its start. */
const CPU_FACTOR = 8
const CPU_LEAST = 120
const QUIET = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y']
const ONE_THREAD = ['-threads', '1', '-filter_threads', '1']
/** The size of a 4K camera's picture: a decoded picture takes memory by its own size, whatever the size of the film. */
const PICTURE_PIXELS = 4_096 * 2_304
/** Reads only our own files, and refuses pictures that would need the memory of the whole service. */
const SAFE_INPUT = ['-protocol_whitelist', 'file', '-max_pixels', String(PICTURE_PIXELS)]
/** Fills gaps with silence, as while a microphone is off. */
const EVEN = 'aresample=48000:async=1:min_hard_comp=0.1:first_pts=0,aformat=channel_layouts=mono'
/** How many pieces are read to find the size of the film. */
const LOOKED_AT = 20
const POSTER_WIDTH = 640
/** A film may be shorter than the durations of its pieces, because a piece ends with its last picture. */
const DURATION_SLACK = 3

const Probe = z.object({
  streams: z.array(
    z.object({ codec_type: z.string(), codec_name: z.string().optional(), width: z.int().optional(), height: z.int().optional() }),
  ),
  format: z.object({ duration: z.coerce.number().optional(), bit_rate: z.coerce.number().optional() }),
})
type Probe = z.infer<typeof Probe>

/**
 * @param scratch a folder with room for three times the film
 * @param stopping aborts when this process stops
 */
export function createFilmMaker(
  programs: Programs,
  files: Pick<RecordingStore, 'openPiece'>,
  scratch: string,
  stopping: AbortSignal,
): FilmMaker {
  return {
    make: async (recording, whileItExists, use) => {
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(join(scratch, PREFIX))
      const stop = new AbortController()
      const keeping = setInterval(() => {
        whileItExists().then(
          (exists) => exists || stop.abort(new Error('the recording was deleted')),
          () => undefined,
        )
      }, KEEP_MS)
      try {
        return await use(await new Making(programs, files, folder, AbortSignal.any([stop.signal, stopping])).make(recording))
      } finally {
        clearInterval(keeping)
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

class Making {
  readonly #programs: Programs
  readonly #files: Pick<RecordingStore, 'openPiece'>
  readonly #folder: string
  readonly #signal: AbortSignal
  #cpuSeconds = CPU_LEAST

  constructor(programs: Programs, files: Pick<RecordingStore, 'openPiece'>, folder: string, signal: AbortSignal) {
    this.#programs = programs
    this.#files = files
    this.#folder = folder
    this.#signal = signal
  }

  async make(recording: RecordingToMake) {
    const runs = runsOf(recording.pieces)
    const planned = runs.reduce((sum, run) => sum + run.ms, 0) / 1_000
    this.#cpuSeconds = CPU_LEAST + Math.ceil(planned * CPU_FACTOR)
    for (const run of runs) await this.#fetch(run)
    const size = await this.#sizeOf(runs)
    for (const run of runs) await this.#render(run, size)
    const film = await this.#join(runs, size)
    const { format } = await this.#check(film, size, planned)
    const poster = size && (await this.#poster(film, runs))
    const sizes = await Promise.all([film, poster].map(async (path) => (path ? (await stat(path)).size : 0)))
    return { film, poster: poster ?? null, seconds: Math.round(format.duration ?? planned), bytes: sizes.reduce((a, b) => a + b, 0) }
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }

  async #fetch(run: Run): Promise<void> {
    for (const { file, number } of run.pieces) {
      const piece = await this.#files.openPiece(file)
      if (!piece) throw new Error('a piece is not in the file store')
      await pipeline(piece.stream, createWriteStream(this.#path(pieceName(run, number))))
    }
    const lines = run.pieces.map(({ number, ms }) => `file ${pieceName(run, number)}\nduration ${ms / 1_000}`)
    await writeFile(this.#path(`pieces-${run.run}`), `ffconcat version 1.0\n${lines.join('\n')}\n`)
  }

  /** The size of the largest picture, within 720p; undefined without any. */
  async #sizeOf(runs: readonly Run[]): Promise<FilmSize | undefined> {
    const withVideo = runs.filter(({ hasVideo }) => hasVideo).flatMap((run) => run.pieces.map(({ number }) => pieceName(run, number)))
    const step = Math.max(1, Math.ceil(withVideo.length / LOOKED_AT))
    const found: FilmSize[] = []
    for (const name of withVideo.filter((_, index) => index % step === 0)) {
      const { streams } = await this.#probe(name)
      for (const { width, height } of streams) if (width && height) found.push({ width, height })
    }
    return filmSize(found)
  }

  /** One run as pictures of one size and rate, with both voices in one track. If its pictures cannot be decoded, the voices are kept. */
  async #render(run: Run, size: FilmSize | undefined): Promise<void> {
    const { streams } = await this.#probe(pieceName(run, run.pieces[0]?.number ?? 0))
    const voices = streams.filter(({ codec_type }) => codec_type === 'audio').length
    const hasVideo = streams.some(({ codec_type }) => codec_type === 'video')
    try {
      await this.#renderRun(run, size, voices, hasVideo)
    } catch (error) {
      if (!hasVideo || this.#signal.aborted) throw error
      await this.#renderRun(run, size, voices, false)
    }
  }

  async #renderRun(run: Run, size: FilmSize | undefined, voices: number, hasVideo: boolean): Promise<void> {
    const seconds = String(run.ms / 1_000)
    const dark = size && !hasVideo ? ['-f', 'lavfi', '-t', seconds, '-i', `color=c=black:s=${size.width}x${size.height}:r=${RATE}`] : []
    const picture = size && (hasVideo ? `[0:v:0]${fitInto(size)}[v]` : '[1:v:0]null[v]')
    const filters = [...(picture ? [picture] : []), voicesFilter(voices)].join(';')
    const video = size ? ['-map', '[v]', '-r', String(RATE), '-fps_mode', 'cfr', ...ENCODER] : []
    const input = [...SAFE_INPUT, '-f', 'concat', '-i', `pieces-${run.run}`]
    await this.#ffmpeg(
      [...input, ...dark, '-filter_complex', filters, ...video, '-map', '[a]', '-c:a', 'flac', '-t', seconds],
      `run-${run.run}.mkv`,
    )
  }

  async #join(runs: readonly Run[], size: FilmSize | undefined): Promise<string> {
    const lines = runs.map(({ run, ms }) => `file run-${run}.mkv\nduration ${ms / 1_000}`)
    await writeFile(this.#path('runs'), `ffconcat version 1.0\n${lines.join('\n')}\n`)
    const video = size ? ['-map', '0:v:0', '-c:v', 'copy'] : []
    const audio = ['-map', '0:a:0', '-af', EVEN, '-c:a', 'aac', '-b:a', String(AUDIO_BITS)]
    await this.#ffmpeg([...SAFE_INPUT, '-f', 'concat', '-i', 'runs', ...video, ...audio, '-movflags', '+faststart'], 'film.mp4')
    return this.#path('film.mp4')
  }

  async #poster(film: string, runs: readonly Run[]): Promise<string> {
    const run = runs.find(({ hasVideo }) => hasVideo)
    const at = run ? (run.startsAtMs - (runs[0]?.startsAtMs ?? 0) + Math.min(1_000, run.ms / 2)) / 1_000 : 0
    const scale = `scale='min(${POSTER_WIDTH},iw)':-2`
    await this.#ffmpeg([...SAFE_INPUT, '-ss', String(at), '-i', film, '-frames:v', '1', '-vf', scale, '-q:v', '4'], 'poster.jpg')
    return this.#path('poster.jpg')
  }

  /** @throws Error for a film that a browser would not play */
  async #check(film: string, size: FilmSize | undefined, planned: number): Promise<Probe> {
    const probe = await this.#probe(film)
    const codecs = probe.streams.map(({ codec_name }) => codec_name).sort()
    const { duration = 0 } = probe.format
    if (codecs.join() !== (size ? 'aac,h264' : 'aac')) throw new Error(`the film has the codecs ${codecs.join()}`)
    if (Math.abs(duration - planned) > DURATION_SLACK) throw new Error(`the film has ${duration} s in place of ${planned} s`)
    return probe
  }

  async #probe(file: string): Promise<Probe> {
    const args = ['-v', 'error', ...SAFE_INPUT, '-show_entries', 'stream=codec_type,codec_name,width,height:format=duration,bit_rate']
    return Probe.parse(JSON.parse(await this.#run(this.#programs.ffprobe, [...args, '-of', 'json', file])))
  }

  async #ffmpeg(args: readonly string[], output: string): Promise<void> {
    await this.#run(this.#programs.ffmpeg, [...QUIET, ...ONE_THREAD, ...args, output])
  }

  #run(program: string, args: readonly string[]): Promise<string> {
    const limits: ProcessLimits = {
      cpuSeconds: this.#cpuSeconds,
      memoryBytes: MEMORY,
      wallMs: this.#cpuSeconds * 4_000,
      nice: this.#programs.nice,
      network: 'none',
    }
    return runLimited(program, args, limits, { cwd: this.#folder, signal: this.#signal })
  }
}

const pieceName = ({ run }: Run, number: number) => `piece-${run}-${number}.mkv`

const ENCODER = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-maxrate', String(VIDEO_BITS), '-bufsize', String(2 * VIDEO_BITS)],
  ...['-pix_fmt', 'yuv420p', '-profile:v', 'main', '-g', String(4 * RATE), '-threads', '1'],
]

const fitInto = ({ width, height }: FilmSize) =>
  `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,format=yuv420p`

function voicesFilter(voices: number): string {
  if (voices === 0) return 'anullsrc=r=48000:cl=mono[a]'
  // Silence to the run's end, which is the output's: a device that vanishes sends nothing more, and the other voice continues.
  const each = Array.from({ length: voices }, (_, index) => `[0:a:${index}]${EVEN},apad[a${index}]`)
  const names = each.map((_, index) => `[a${index}]`).join('')
  return voices === 1 ? `[0:a:0]${EVEN},apad[a]` : `${each.join(';')};${names}amix=inputs=${voices}:duration=longest:normalize=0[a]`
}

/** Whether both programs exist; those that `npm start` downloads in the background may appear while this runs. */
export const programsThere = (paths: readonly (string | undefined)[]) => async (): Promise<boolean> =>
  Promise.all(paths.map((path) => access(path ?? '', constants.X_OK))).then(
    () => true,
    () => false,
  )
