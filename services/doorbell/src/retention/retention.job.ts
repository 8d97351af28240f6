/** What doorbell does by itself: how often, in which copy, and the use case that it runs. */
import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import { DAY_MS } from '#proto/durations.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { mailSummaries, type SummaryDeps } from '../notifications/summaries.ts'
import type { PhotoQueue } from '../photos/photo-queue.ts'
import type { PhotoFiles } from '../photos/store-photo.ts'
import { type MakeFilmDeps, makeFilms } from '../recordings/make-film.ts'
import { closeLostRecordings, type RecordingDeps } from '../recordings/recording.ts'
import { type EndDeps, missDue } from '../rings/end-ring.ts'
import { type NewRingsDeps, processNewRings } from '../rings/process-new-rings.ts'
import { mailPasses, type PassMailDeps } from '../visit-requests/visit-requests.ts'
import { type DeleteExpiredDeps, deleteExpired } from './delete-expired.ts'

const MISS_EVERY_MS = 300
const PROCESS_EVERY_MS = 300
const DELETE_FIRST_MS = 2_000
const MAIL_EVERY_MS = 5_000
const PHOTOS_EVERY_MS = 60_000
const LOST_EVERY_MS = 5_000
export const MAKE_FILMS = 'make-films'
/** The end of a recording wakes the job; the interval is for retries, and for what another copy or a crash has left. */
const FILMS_EVERY_MS = 2_000
const CLEAN_UP_EVERY_MS = 3_600_000
const CLEAN_UP_FIRST_MS = 10_000
/** A file is written before its row; no upload takes a day. */
const ORPHAN_AFTER_MS = DAY_MS
/** The longest that a door's rings are stored, and a day. */
const REMOVED_DOOR_AFTER_MS = (RETENTION_DAYS.premium + 1) * DAY_MS
/** Until then the page of an expired link says that it has expired. */
const EXPIRED_INVITE_AFTER_MS = RETENTION_DAYS.premium * DAY_MS

/** Deletes what nothing needs any more: each deletes what is older than `before`. */
export type Cleanups = {
  /** Files that no row names. */
  photos(before: Date): Promise<unknown>
  sounds(before: Date): Promise<unknown>
  recordings(before: Date): Promise<unknown>
  doors(before: Date): Promise<unknown>
  invites(before: Date): Promise<unknown>
}
type PhotoDeps = { readonly files: Pick<PhotoFiles, 'waiting'>; readonly clock: Clock; readonly queue: Pick<PhotoQueue, 'add'> }
type CleanUpDeps = { readonly cleanups: Cleanups; readonly clock: Clock }

export type DoorbellJobsDeps = {
  readonly photos: PhotoDeps
  readonly cleanUp: CleanUpDeps
  readonly missedRings: EndDeps
  readonly newRings: NewRingsDeps
  readonly summaries: SummaryDeps
  readonly passes: PassMailDeps
  readonly expired: DeleteExpiredDeps
  readonly recordings: RecordingDeps
  readonly films: MakeFilmDeps
  readonly deleteExpiredEveryMs: number
}

/**
 * Queues photos that no copy has processed: the first run takes all that a crash left, later runs those that wait longer than processing
 * takes.
 */
function processWaitingPhotos({ files, clock, queue }: PhotoDeps): () => Promise<void> {
  let waitingFor = 0
  return async () => {
    for (const activityId of await files.waiting(clock.in(-waitingFor))) queue.add(activityId, '')
    waitingFor = PHOTOS_EVERY_MS
  }
}

async function cleanUp({ cleanups, clock }: CleanUpDeps): Promise<void> {
  await cleanups.photos(clock.in(-ORPHAN_AFTER_MS))
  await cleanups.sounds(clock.in(-ORPHAN_AFTER_MS))
  await cleanups.recordings(clock.in(-ORPHAN_AFTER_MS))
  await cleanups.doors(clock.in(-REMOVED_DOOR_AFTER_MS))
  await cleanups.invites(clock.in(-EXPIRED_INVITE_AFTER_MS))
}

export const doorbellJobs = (deps: DoorbellJobsDeps): readonly Job[] => [
  { name: 'prepare-photos', everyMs: PHOTOS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: processWaitingPhotos(deps.photos) },
  { name: 'clean-up', everyMs: CLEAN_UP_EVERY_MS, firstMs: CLEAN_UP_FIRST_MS, runsIn: 'every copy', run: () => cleanUp(deps.cleanUp) },
  { name: 'end-missed-rings', everyMs: MISS_EVERY_MS, runsIn: 'every copy', run: () => missDue(deps.missedRings) },
  { name: 'process-new-rings', everyMs: PROCESS_EVERY_MS, runsIn: 'every copy', run: () => processNewRings(deps.newRings) },
  { name: 'mail-summaries', everyMs: MAIL_EVERY_MS, runsIn: 'every copy', run: () => mailSummaries(deps.summaries) },
  { name: 'mail-passes', everyMs: MAIL_EVERY_MS, runsIn: 'every copy', run: () => mailPasses(deps.passes) },
  { name: 'close-lost-recordings', everyMs: LOST_EVERY_MS, runsIn: 'every copy', run: () => closeLostRecordings(deps.recordings) },
  { name: MAKE_FILMS, everyMs: FILMS_EVERY_MS, runsIn: 'every copy', run: () => makeFilms(deps.films) },
  {
    // Retention: the lease's row has this name, and FORGET_EVERY_MS sets the interval.
    name: 'forget',
    everyMs: deps.deleteExpiredEveryMs,
    firstMs: Math.min(DELETE_FIRST_MS, deps.deleteExpiredEveryMs),
    runsIn: 'one copy',
    run: () => deleteExpired(deps.expired),
  },
]
