import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import type { PhotoQueue } from './photo-queue.ts'
import type { PhotoFiles } from './store-photo.ts'

const PHOTOS_EVERY_MS = 60_000

type Deps = { readonly files: Pick<PhotoFiles, 'waiting'>; readonly clock: Clock; readonly queue: Pick<PhotoQueue, 'add'> }

/**
 * Queues photos that no copy has processed: the first run takes all that a crash left, later runs those that wait longer than processing
 * takes.
 */
function processWaitingPhotos({ files, clock, queue }: Deps): () => Promise<void> {
  let waitingFor = 0
  return async () => {
    for (const activityId of await files.waiting(clock.in(-waitingFor))) queue.add(activityId, '')
    waitingFor = PHOTOS_EVERY_MS
  }
}

export const photoJobs = (deps: Deps): readonly Job[] => [
  { name: 'prepare-photos', everyMs: PHOTOS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: processWaitingPhotos(deps) },
]
