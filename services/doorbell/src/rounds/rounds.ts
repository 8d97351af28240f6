/** This service's rounds: what comes how often, and the use case it calls. */
import { RETENTION_DAYS } from '#proto/limits.ts'
import { type EndDeps, missDue } from '../domain/end-ring.ts'
import { type ForgetDeps, forgetExpired } from '../domain/forget.ts'
import type { PhotoFiles } from '../domain/keep-photo.ts'
import { type NoteDeps, noteNewRings } from '../domain/note-rings.ts'
import type { PhotoQueue } from '../domain/photo-queue.ts'
import { mailSummaries } from '../domain/summaries.ts'
import { mailPasses, type VisitRequestDeps } from '../domain/visit-requests.ts'
import type { Round } from './run.ts'

const DAY = 24 * 3_600_000
const MISS_EVERY = 300
const NOTE_EVERY = 300
const FORGET_FIRST = 2_000
const MAIL_EVERY = 5_000
const PHOTOS_EVERY = 60_000
const SWEEP_EVERY = 3_600_000
const SWEEP_FIRST = 10_000
/** A file is written before its row: a day is more than any upload takes. */
const ORPHAN_AFTER = DAY
/** The longest that a ring at a door is kept, and a day. */
const DOOR_FORGOTTEN = (RETENTION_DAYS.premium + 1) * DAY
/** An expired link says that it has expired for as long as somebody may still try it. */
const INVITE_FORGOTTEN = RETENTION_DAYS.premium * DAY

/** What nobody needs any more, each by the moment before which it is so. */
export type Sweeps = {
  /** Files that no row names. */
  photos(before: Date): Promise<unknown>
  sounds(before: Date): Promise<unknown>
  doors(before: Date): Promise<unknown>
  invites(before: Date): Promise<unknown>
}
export type RoundsDeps = EndDeps &
  ForgetDeps &
  NoteDeps &
  Parameters<typeof mailSummaries>[0] &
  Pick<VisitRequestDeps, 'requests' | 'post' | 'visitorTokenKey'> & {
    readonly files: Pick<PhotoFiles, 'waiting'>
    readonly sweeps: Sweeps
    readonly queue: Pick<PhotoQueue, 'add'>
    readonly forgetEveryMs: number
  }

/** Photos that nobody has taken up: the first time at once, for what a crash left; later on what has waited for longer than a picture takes. */
function developWaiting({ files, clock, queue }: RoundsDeps): () => Promise<void> {
  let waitingFor = 0
  return async () => {
    for (const activityId of await files.waiting(clock.in(-waitingFor))) queue.add(activityId, '')
    waitingFor = PHOTOS_EVERY
  }
}

async function sweep({ sweeps, clock }: RoundsDeps): Promise<void> {
  await sweeps.photos(clock.in(-ORPHAN_AFTER))
  await sweeps.sounds(clock.in(-ORPHAN_AFTER))
  await sweeps.doors(clock.in(-DOOR_FORGOTTEN))
  await sweeps.invites(clock.in(-INVITE_FORGOTTEN))
}

export const doorbellRounds = (deps: RoundsDeps): readonly Round[] => [
  { name: 'photos', everyMs: PHOTOS_EVERY, firstMs: 0, run: developWaiting(deps) },
  { name: 'sweep', everyMs: SWEEP_EVERY, firstMs: SWEEP_FIRST, run: () => sweep(deps) },
  { name: 'miss', everyMs: MISS_EVERY, run: () => missDue(deps) },
  { name: 'note', everyMs: NOTE_EVERY, run: () => noteNewRings(deps) },
  { name: 'mail', everyMs: MAIL_EVERY, run: () => mailSummaries(deps) },
  { name: 'passes', everyMs: MAIL_EVERY, run: () => mailPasses(deps) },
  { name: 'forget', everyMs: deps.forgetEveryMs, firstMs: Math.min(FORGET_FIRST, deps.forgetEveryMs), run: () => forgetExpired(deps) },
]
