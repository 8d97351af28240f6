/** Recorded calls with real media: the requests of both pages, and the film. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { RecordingState, RecordingView } from '#proto/entities.ts'
import type { MediaSource } from '#proto/frames/media.ts'
import type { StoredRecording } from '#proto/recording.ts'
import { ffmpegPaths } from '#scripts/servers/ffmpeg.ts'
import type { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually, PATIENCE } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, type Party } from './party.ts'
import type { Scene, Scenes } from './scenes.ts'

const run = promisify(execFile)
/** A film is made at the lowest priority. */
const MADE_WITHIN = 90_000
/** A resident's requests are limited. */
const ASK_EVERY = 500

/** Both sides are in the call and send. */
export async function connect(
  scenes: Scenes,
  scene: Scene,
  browser: MediaBrowser,
  sources: readonly MediaSource[] = ['microphone', 'camera'],
) {
  await scenes.callsReady()
  const pages = await Promise.all([scene.resident, scene.visitor].map((party) => party.opensPage(browser)))
  scene.resident.respond(true, sources.includes('camera') ? 'video' : 'audio')
  await scene.visitor.call('connecting', (call) => call.state === 'connecting')
  for (const page of pages) {
    await page.join('call', true)
    await page.produce(sources)
  }
  await scene.visitor.call('connected', (call) => call.state === 'connected')
  if (sources.includes('camera')) await bothSeeAndHear(scene)
}

type ViewOf<S extends RecordingState> = Extract<RecordingView, { state: S }>

/** Waits until the newest state of the recording is this one. */
export async function recordingIs<S extends RecordingState>(
  party: Party,
  state: S,
  fits: (view: ViewOf<S>) => boolean = () => true,
  within = PATIENCE,
): Promise<ViewOf<S>> {
  const { recording } = await party.call(
    `recording ${state}`,
    (call) => call === party.calls.at(-1) && call.recording?.state === state && fits(call.recording as ViewOf<S>),
    within,
  )
  return recording as ViewOf<S>
}

export const start = ({ socket, activityId }: Party) => socket.send({ type: 'recording_start', activityId })
export const stop = ({ socket, activityId }: Party) => socket.send({ type: 'recording_stop', activityId })
export const answer = ({ socket, activityId }: Party, recordingId: string, allowed: boolean) =>
  socket.send({ type: 'recording_answer', activityId, recordingId, allowed })
export const show = ({ socket, activityId }: Party, recordingId: string) =>
  socket.send({ type: 'recording_shown', activityId, recordingId })

/** The visitor allows what it is asked, and both pages show the mark. */
export async function allow({ visitor, resident }: Scene): Promise<ViewOf<'on'>> {
  const { id } = await recordingIs(visitor, 'asking')
  answer(visitor, id, true)
  for (const party of [visitor, resident]) {
    await recordingIs(party, 'starting')
    show(party, id)
  }
  return recordingIs(resident, 'on')
}

/** Waits until the newest film of an activity is in this state. */
export function filmIs(
  owner: Resident,
  activityId: number,
  state: StoredRecording['state'],
  within = MADE_WITHIN,
): Promise<StoredRecording> {
  let askedAt = Number.NEGATIVE_INFINITY
  let films: StoredRecording[] = []
  const find = async () => {
    if (performance.now() - askedAt > ASK_EVERY) {
      askedAt = performance.now()
      films = await owner.call('doorbell.films', { activityId })
    }
    return films.find((film) => film.state === state)
  }
  return eventually(`a film that is ${state} (now ${films.map((film) => film.state)})`, find, within)
}

/** Whether a browser plays it: its picture arrives, and its time passes. */
export async function plays(page: Page, film: Buffer): Promise<{ readonly width: number; readonly passed: boolean }> {
  return page.evaluate(async (base64) => {
    const video = document.createElement('video')
    video.muted = true
    video.src = `data:video/mp4;base64,${base64}`
    document.body.append(video)
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = () => reject(new Error(video.error?.message ?? 'not played'))
    })
    await video.play()
    await new Promise((resolve) => {
      video.ontimeupdate = () => video.currentTime > 0.5 && resolve(undefined)
    })
    return { width: video.videoWidth, passed: video.currentTime > 0.5 }
  }, film.toString('base64'))
}

export type Probed = {
  readonly codecs: string[]
  readonly seconds: number
  readonly width?: number
  readonly height?: number
  readonly bitRate: number
}

/** ffprobe's output for a film, fetched as its owner's page does. */
export async function probe(owner: Resident, film: StoredRecording, folder: string): Promise<Probed> {
  const { body } = await owner.client.bytes(`/api/films/${film.id}/video`)
  const file = join(folder, `${film.id}.mp4`)
  writeFileSync(file, body)
  const entries = 'stream=codec_name,width,height:format=duration,bit_rate'
  const { stdout } = await run(ffmpegPaths().ffprobe, ['-v', 'error', '-show_entries', entries, '-of', 'json', file])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; width?: number; height?: number }[]
    format: { duration: string; bit_rate: string }
  }
  const picture = streams.find(({ width }) => width !== undefined)
  return {
    codecs: streams.map(({ codec_name }) => codec_name).sort(),
    seconds: Number(format.duration),
    bitRate: Number(format.bit_rate),
    ...(picture?.width && picture.height ? { width: picture.width, height: picture.height } : {}),
  }
}

/** Of a film that was probed. Seconds. */
export async function longestSilence({ id }: StoredRecording, folder: string): Promise<number> {
  const filter = ['-af', 'silencedetect=noise=-45dB:d=0.3', '-f', 'null', '-']
  const { stderr } = await run(ffmpegPaths().ffmpeg, ['-nostdin', '-i', join(folder, `${id}.mp4`), '-vn', ...filter])
  return Math.max(0, ...[...stderr.matchAll(/silence_duration: ([\d.]+)/g)].map(([, seconds]) => Number(seconds)))
}
