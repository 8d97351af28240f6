/** The film of a finished recording: made by one copy at a time, again if that copy died, and checked before it is stored. */

import type { Ring } from '../core/ring.ts'
import type { RecordingDeps } from './recording.ts'
import type { ListedRecording, Piece, RecordingFiles } from './recordings.ts'

export type RecordingToMake = ListedRecording & { readonly attempts: number; readonly pieces: readonly Piece[] }
export type MadeFilm = { readonly film: string; readonly poster: string | null; readonly seconds: number; readonly bytes: number }

export interface FilmQueue {
  /** @param until no other copy takes it before */
  take(now: Date, until: Date): Promise<RecordingToMake | undefined>
  /** @returns false where it was deleted meanwhile */
  keep(id: string, until: Date): Promise<boolean>
  /** Another try at this time. */
  release(id: string, until: Date): Promise<void>
  /** This copy stops, which does not count as a failed try. */
  giveBack(id: string): Promise<void>
  /** @returns undefined where it was deleted meanwhile */
  finish(id: string, film: MadeFilm): Promise<Ring | undefined>
  fail(id: string): Promise<(RecordingFiles & { readonly ring: Ring }) | undefined>
}

/** Paths of the film and its poster on this machine. */
export type FilmOnDisk = { readonly film: string; readonly poster: string | null; readonly seconds: number; readonly bytes: number }
export interface FilmMaker {
  /**
   * @param whileItExists called at intervals: false aborts
   * @throws Error where no film can be made
   */
  make<T>(recording: RecordingToMake, whileItExists: () => Promise<boolean>, use: (film: FilmOnDisk) => Promise<T>): Promise<T>
}

type MakeFilmDeps = Pick<RecordingDeps, 'recordingFiles' | 'clock' | 'canRecord' | 'publishChange'> & {
  readonly recordings: FilmQueue
  readonly filmMaker: FilmMaker
  /** This copy stops: another one makes the film. */
  readonly stopping: AbortSignal
  readonly report: (result: 'ok' | 'again' | 'failed', seconds: number, err?: unknown) => void
}

const LEASE_MS = 60_000
const RETRY_MS = 30_000
const ATTEMPTS = 3

/** A job: makes the films that are due, the oldest first; owners take turns. */
export async function makeFilms(deps: MakeFilmDeps): Promise<void> {
  const { recordings, clock, stopping } = deps
  if (!(await deps.canRecord())) return
  while (!stopping.aborted) {
    const recording = await recordings.take(clock.now(), clock.in(LEASE_MS))
    if (!recording) return
    await makeFilm(deps, recording)
  }
}

async function makeFilm(deps: MakeFilmDeps, recording: RecordingToMake): Promise<void> {
  const { recordings, recordingFiles, filmMaker, clock, report, stopping } = deps
  const { id, expiresAt, pieces } = recording
  try {
    await filmMaker.make(
      recording,
      () => recordings.keep(id, clock.in(LEASE_MS)),
      async ({ film, poster, seconds, bytes }) => {
        const made: MadeFilm = {
          film: await recordingFiles.putFilm(film, 'video/mp4', expiresAt),
          poster: poster && (await recordingFiles.putFilm(poster, 'image/jpeg', expiresAt)),
          seconds,
          bytes,
        }
        const ring = await recordings.finish(id, made)
        const files = pieces.map(({ file }) => file)
        // Deleted or erased while it was made: then all of it is deleted.
        await recordingFiles.drop({ films: ring ? [] : [made.film, ...(made.poster ? [made.poster] : [])], pieces: files })
        if (ring) deps.publishChange(ring)
      },
    )
    report('ok', recording.seconds)
  } catch (err) {
    if (stopping.aborted) return recordings.giveBack(id)
    const isLast = recording.attempts >= ATTEMPTS
    report(isLast ? 'failed' : 'again', recording.seconds, err)
    if (!isLast) return recordings.release(id, clock.in(RETRY_MS))
    const failed = await recordings.fail(id)
    if (!failed) return
    await recordingFiles.drop(failed)
    deps.publishChange(failed.ring)
  }
}
