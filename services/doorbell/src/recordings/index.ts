import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { warnOfGaps } from '#kit/limited-process.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Core } from '../core/index.ts'
import { filmsMade } from '../metrics.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { createFilmMaker, programsThere, sweepScratch } from './film-maker.adapter.ts'
import { makeFilms } from './make-film.ts'
import { closeLostRecordings } from './recording.ts'
import { createRecordingFiles, sweepRecordings } from './recording-files.adapter.ts'
import { recordingBytes, recordingHandlers } from './recordings.handlers.ts'
import { MAKE_FILMS, recordingJobs } from './recordings.job.ts'
import { createRecordings, filmsInUse, piecesInUse } from './recordings.store.ts'
import { createRecordingNode } from './signaling.client.ts'

type Config = {
  readonly FFMPEG_BIN?: string | undefined
  readonly FFPROBE_BIN?: string | undefined
  readonly FILMS_NICE: number
  readonly FILES: 'local' | 's3'
  readonly FILES_DIR?: string | undefined
  readonly RECORDING_ACCOUNT_BYTES: number
  readonly RECORDING_FREE_BYTES: number
  readonly INTERNAL_KEY: SigningKeys
}

/** Recordings of calls, and the films made from them. */
export function recordings(
  context: ServiceContext<Config>,
  { pool, db, files, billing }: Core,
  { preferences }: NotificationFeature,
  { access: { rings }, publishChange }: RingFeature,
) {
  const { config, bus, clock, log } = context
  const { FFMPEG_BIN: ffmpeg, FFPROBE_BIN: ffprobe, FILMS_NICE: nice, INTERNAL_KEY: internalKey } = config
  if (ffmpeg) warnOfGaps(log)
  const folder = config.FILES === 'local' ? config.FILES_DIR : undefined
  // Where films are made: beside the files, where there is room for it, or on this machine if they are in a bucket.
  const scratch = folder ? join(folder, '.films') : tmpdir()
  const recordingFiles = createRecordingFiles(files, folder)
  const store = createRecordings(pool, db)
  const deps = {
    ...{ rings, clock, publishChange, recordings: store, recordingFiles },
    recordingLimits: { accountBytes: config.RECORDING_ACCOUNT_BYTES, freeBytes: config.RECORDING_FREE_BYTES },
    canRecord: programsThere([ffmpeg, ffprobe]),
    makeFilmsSoon: () => context.wake(MAKE_FILMS),
  }
  const stop = new AbortController()
  const making = {
    ...{ recordings: store, recordingFiles, clock, publishChange, canRecord: deps.canRecord },
    filmMaker: createFilmMaker({ ffmpeg: ffmpeg ?? '', ffprobe: ffprobe ?? '', nice }, recordingFiles, scratch, stop.signal),
    stopping: stop.signal,
    report: (result: 'ok' | 'again' | 'failed', seconds: number, err?: unknown) => {
      filmsMade({ result })
      if (err) log.warn({ err, result, seconds }, 'film could not be made')
    },
  }
  return {
    handlers: recordingHandlers({ ...deps, billing, preferences, signaling: createRecordingNode(bus, log), internalKey }),
    bytes: recordingBytes(deps),
    jobs: recordingJobs({ closeLostRecordings: () => closeLostRecordings(deps), makeFilms: () => makeFilms(making) }),
    drain: async () => stop.abort(),
    recordingFiles,
    /** Deletes files of films that a stopped copy was making, and files that no row refers to: all from before this moment. */
    sweepRecordings: async (before: Date) => {
      await sweepScratch(scratch, before)
      await sweepRecordings(files, before, { films: (names) => filmsInUse(db, names), pieces: (names) => piecesInUse(db, names) })
    },
  }
}
export type RecordingFeature = ReturnType<typeof recordings>
