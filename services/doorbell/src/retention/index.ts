import type { ServiceContext } from '#kit/service-context.ts'
import type { ContactFeature } from '../contacts/index.ts'
import type { Core } from '../core/index.ts'
import type { DoorFeature } from '../doors/index.ts'
import type { HouseholdFeature } from '../household/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import type { PhotoFeature } from '../photos/index.ts'
import type { RecordingFeature } from '../recordings/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { cleanUp } from './clean-up.ts'
import { deleteExpired } from './delete-expired.ts'
import { createErasure } from './erase-ring.store.ts'
import { eraseRing } from './erase-ring.ts'
import { erasureHandlers } from './erasure.handlers.ts'
import { createExpired } from './expired.store.ts'
import { retentionJobs } from './retention.job.ts'

/** The deletion functions of other features. */
type Stored = Pick<PhotoFeature, 'photoFiles' | 'sweepPhotos'> &
  Pick<RecordingFeature, 'recordingFiles' | 'sweepRecordings'> &
  Pick<DoorFeature, 'sweepSounds' | 'deleteRemovedDoors'> &
  Pick<ContactFeature, 'deleteExpiredInvites'> &
  Pick<HouseholdFeature, 'deleteExpiredInvitations'>

/** Deletions other than an account's: expired data, unreferenced files and rows, and a visitor's own traces. */
export function retention(
  { config, clock }: ServiceContext<{ readonly FORGET_EVERY_MS: number }>,
  { pool, db, live, runInBackground }: Core,
  { notifying: { notifications } }: NotificationFeature,
  { access: { rings } }: RingFeature,
  stored: Stored,
) {
  const { photoFiles: files, recordingFiles } = stored
  const erasing = { rings, erasure: createErasure(pool), files, recordingFiles, notifications, live, clock, runInBackground }
  const expired = createExpired(pool, db)
  const work = {
    cleanUp: () => cleanUp(stored, clock),
    deleteExpired: () => deleteExpired({ expired, files, recordingFiles, clock }),
  }
  return {
    handlers: erasureHandlers((id, caller) => eraseRing(erasing, id, caller)),
    jobs: retentionJobs(work, config.FORGET_EVERY_MS),
  }
}
