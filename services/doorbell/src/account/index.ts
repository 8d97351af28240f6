import { refuseDeleted } from '#kit/tombstones.ts'
import type { TierChange } from '#proto/entities.ts'
import type { Core } from '../core/index.ts'
import type { DoorFeature } from '../doors/index.ts'
import type { HouseholdFeature } from '../household/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import type { PhotoFeature } from '../photos/index.ts'
import type { RecordingFeature } from '../recordings/index.ts'
import { accountHandlers } from './account.handlers.ts'
import { onBilling } from './billing.consumer.ts'
import { closeOwner, deleteOwner } from './delete-owner.ts'
import { exportPage } from './export.store.ts'
import { createOwnerDeletion } from './owner-deletion.store.ts'
import { createOwners } from './owners.store.ts'
import { updateTier } from './update-tier.ts'

/** The tier, the export and the deletion of an account. */
export function account(
  { pool, db, tombstones, isDeleted }: Core,
  { notifying }: NotificationFeature,
  { soundFiles }: DoorFeature,
  { photoFiles }: PhotoFeature,
  { recordingFiles }: RecordingFeature,
  { closeHousehold }: HouseholdFeature,
) {
  const owners = createOwners(pool)
  const ownerDeletion = createOwnerDeletion(pool, db, tombstones)
  const tierDeps = { ...notifying, owners, isDeleted }
  const changeTier = (change: TierChange) => updateTier(tierDeps, change)
  const deletion = { ownerDeletion, closeHousehold, files: photoFiles, soundFiles, recordingFiles }
  return {
    handlers: accountHandlers({
      updateTier: changeTier,
      closeOwner: (ownerId) => closeOwner(deletion, ownerId),
      deleteOwner: (ownerId) => deleteOwner(deletion, ownerId),
      exported: (page) => exportPage(db, page),
    }),
    consumers: { billing: onBilling(changeTier) },
    beforeOperation: refuseDeleted(tombstones),
  }
}
