/** Makes a recording without a call: generates its pieces and sends them as an sfu node does. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CALLER_HEADER } from '#kit/bytes.ts'
import type { PieceFacts } from '#proto/recording.ts'
import { ffmpegPaths } from '#scripts/servers/ffmpeg.ts'
import type { Resident } from './people.ts'
import { eventually } from './wait.ts'
import type { World } from './world.ts'

const run = promisify(execFile)
const MADE_WITHIN = 90_000
const samples = new Map<string, Promise<Buffer>>()

/** One second of media as a call has it (VP8, Opus): video and two voices, only the voices, or a video too large for any camera. */
export function samplePiece(tracks: 'all' | 'voices' | 'huge' = 'all'): Promise<Buffer> {
  const known = samples.get(tracks)
  if (known) return known
  const made = (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'piece-'))
    const file = join(folder, 'piece.mkv')
    const inputs = [
      ...voice(440),
      ...(tracks === 'voices' ? ['-t', '0.4', ...voice(660)] : voice(660)),
      '-f',
      'lavfi',
      '-i',
      tracks === 'huge' ? 'color=s=4400x4400:r=2' : 'testsrc=s=320x240:r=15',
    ]
    const picture = tracks !== 'voices' ? ['-map', '2', '-c:v', 'libvpx', '-b:v', '200k', '-deadline', 'realtime'] : []
    const codecs = [...picture, '-map', '0', '-map', '1', '-c:a', 'libopus']
    try {
      await run(ffmpegPaths().ffmpeg, ['-nostdin', '-loglevel', 'error', ...inputs, ...codecs, '-t', '1', file])
      return readFileSync(file)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })()
  samples.set(tracks, made)
  return made
}
const voice = (hertz: number) => ['-f', 'lavfi', '-i', `sine=f=${hertz}:r=48000`]

/** Opens a recording for the call of an activity. @returns its id, and where its pieces are sent */
export async function openRecording(world: World, activityId: number): Promise<{ readonly id: string; readonly upload: string }> {
  const id = randomUUID()
  const startedAt = new Date().toISOString()
  const { upload } = await world.rpc('doorbell.open_recording', { activityId, recordingId: id, kind: 'video', startedAt })
  return { id, upload }
}

/** @returns the status of the answer */
export async function sendPiece(world: World, upload: string, bytes: Buffer, facts: Partial<PieceFacts> = {}): Promise<number> {
  const piece: PieceFacts = { run: 0, number: 0, startsAtMs: 0, ms: 1_000, hasVideo: true, ...facts }
  const answer = await fetch(`${world.httpOf('doorbell')}/bytes/doorbell.put_piece`, {
    method: 'PUT',
    headers: { [CALLER_HEADER]: upload, 'content-type': 'video/x-matroska', 'x-piece': JSON.stringify(piece) },
    body: new Uint8Array(bytes),
  })
  return answer.status
}

/** Makes a film of one second and waits until it can be played. @returns its id */
export async function makeFilm(world: World, owner: Resident, activityId: number): Promise<string> {
  const { id, upload } = await openRecording(world, activityId)
  await sendPiece(world, upload, await samplePiece())
  await world.rpc('doorbell.close_recording', { recordingId: id, endedAt: new Date().toISOString(), reason: 'call_ended' })
  const isReady = async () => (await owner.call('doorbell.films', { activityId })).some((film) => film.id === id && film.state === 'ready')
  await eventually('the film to be made', isReady, MADE_WITHIN)
  return id
}
