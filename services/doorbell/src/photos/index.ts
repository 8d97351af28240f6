import type { ServiceContext } from '#kit/service-context.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Core } from '../core/index.ts'
import { photoMetrics, photosProcessed } from '../metrics.ts'
import type { RingFeature } from '../rings/index.ts'
import { createPhotoFiles, sweepPhotos } from './photo-files.adapter.ts'
import { createPhotoQueue } from './photo-queue.ts'
import { photoBytes } from './photos.handlers.ts'
import { photoJobs } from './photos.job.ts'
import { createPhotos } from './photos.store.ts'
import { reencodeJpeg } from './reencode.adapter.ts'
import { processPhoto } from './store-photo.ts'

type Context = Pick<ServiceContext<{ readonly INTERNAL_KEY: SigningKeys }>, 'clock' | 'log' | 'onClose' | 'config'>

/** The photo that a visitor sends with a ring. */
export function photos(context: Context, { pool, db, files, live }: Core, { access, publishChange }: RingFeature) {
  const { clock, log } = context
  const { rings } = access
  const store = createPhotos(pool, db)
  const photoFiles = createPhotoFiles(files)
  const deps = { rings, photos: store, files: photoFiles, reencode: reencodeJpeg, live, clock, publishChange, countPhoto: photosProcessed }
  const queue = createPhotoQueue(
    (activityId) => processPhoto(deps, activityId),
    (activityId, err) => log.warn({ err, activityId }, 'photo could not be read'),
  )
  context.onClose(() => queue.stop())
  return {
    bytes: photoBytes({ ...access, files: photoFiles, queue, linkKeys: context.config.INTERNAL_KEY }),
    jobs: photoJobs({ files: photoFiles, clock, queue }),
    metrics: photoMetrics({ queue }),
    photoFiles,
    /** Deletes photos from before this moment that no ring refers to. */
    sweepPhotos: (before: Date) => sweepPhotos(files, before, store.inUse),
  }
}
export type PhotoFeature = ReturnType<typeof photos>
