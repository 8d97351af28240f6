import { AppError } from '#kit/app-error.ts'
import type { Caller } from '#proto/envelope.ts'
import { VISIT } from '#proto/limits.ts'
import { type AccessDeps, ringOfVisitor } from '../core/access.ts'
import { accountsOf, erasableFrom, type Ring } from '../core/ring.ts'
import { type NotificationDeps, publishUnreadCount } from '../notifications/notifications.ts'
import type { PhotoFiles } from '../photos/store-photo.ts'
import type { RecordingFiles, RecordingStore } from '../recordings/recordings.ts'
import { publishActivity } from '../rings/live-updates.ts'

/** An erased ring, and the files to delete. */
export type Erased = RecordingFiles & { readonly ring: Ring; readonly photo: string | null }

export interface Erasure {
  /** Name, message, photo, recordings and chat, in one statement. @returns undefined where it may not be erased */
  erase(id: number, rungBefore: Date, at: Date): Promise<Erased | undefined>
}
type EraseDeps = Pick<AccessDeps, 'rings' | 'clock'> &
  Pick<NotificationDeps, 'notifications' | 'live' | 'runInBackground'> & {
    readonly erasure: Erasure
    readonly files: Pick<PhotoFiles, 'drop' | 'dropRaw'>
    readonly recordingFiles: Pick<RecordingStore, 'drop'>
  }

/**
 * Deletes the visitor's name, message, photo, recordings and chat; the ring's time and outcome stay with the resident. Refused on the
 * first day, because a resident must be able to see who rang, and while the resident keeps the ring or blocks its visitor.
 * @throws AppError not_found, erase_kept, erase_too_soon
 */
export async function eraseRing(deps: EraseDeps, id: number, caller: Caller): Promise<void> {
  const ring = await ringOfVisitor(deps, id, caller)
  const from = erasableFrom(ring)
  if (!from) throw new AppError('erase_kept')
  const at = deps.clock.now()
  const waitMs = from.getTime() - at.getTime()
  if (waitMs > 0) throw new AppError('erase_too_soon', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  if (ring.kept) throw new AppError('erase_kept')
  const erased = await deps.erasure.erase(id, deps.clock.in(-VISIT.eraseAfter), at)
  if (!erased) return requireErased(deps, id)
  await deps.files.dropRaw(id)
  if (erased.photo) await deps.files.drop(erased.photo)
  await deps.recordingFiles.drop(erased)
  publishActivity(deps, erased.ring)
  deps.runInBackground('publish unread count', publishUnreadCount(deps, accountsOf(ring)))
}

/** Another request may have erased the ring first, or the resident may have kept it. @throws AppError not_found, erase_kept */
async function requireErased({ rings, clock }: EraseDeps, id: number): Promise<void> {
  const ring = await rings.find(id, clock.now())
  if (!ring) throw new AppError('not_found')
  if (!ring.erasedAt) throw new AppError('erase_kept')
}
