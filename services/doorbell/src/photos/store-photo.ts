/**
 * The visitor's photo (docs/product/decisions.md, 5). It is processed after the ring and never delays it; an unreadable photo leaves the
 * ring without one.
 */
import type { Readable } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import type { AccessDeps } from '../core/access.ts'
import type { LiveUpdates } from '../core/live-updates.ts'
import type { Ring } from '../core/ring.ts'

/** Photos in the file store: a local folder or an object store. */
export interface PhotoFiles {
  /** Stores an upload until it is re-encoded; a later upload for the same ring replaces it. */
  putRaw(activityId: number, bytes: Buffer): Promise<void>
  raw(activityId: number): Promise<Buffer | undefined>
  dropRaw(activityId: number): Promise<void>
  /** Uploads from before this that were not processed, because of a crash or an unavailable store. */
  waiting(before: Date): Promise<number[]>
  /** @returns its random name */
  put(bytes: Buffer, expiresAt: Date): Promise<string>
  open(name: string): Promise<{ size: number; stream: Readable } | undefined>
  drop(name: string): Promise<void>
}

export interface Photos {
  /** The first photo of a ring. @returns the ring if it changed */
  set(activityId: number, photo: string): Promise<Ring | undefined>
  /** @returns the photos of this list that a ring refers to */
  inUse(names: readonly string[]): Promise<ReadonlySet<string>>
}

/** Rotates upright, strips metadata, limits the size. @throws on bytes that are not a picture */
export type Reencode = (bytes: Buffer) => Promise<Buffer>

const JPEG_START = [0xff, 0xd8, 0xff]

/** Checks what needs no decoding (docs/product/interface.md, HTTP). @throws AppError photo_invalid */
export function checkJpeg(bytes: Buffer): void {
  if (bytes.length > PHOTO_BYTES || JPEG_START.some((byte, index) => bytes[index] !== byte)) throw new AppError('photo_invalid')
}

/** @throws AppError ring_closed after a dismissal, a Cancel or a block */
export function checkTakesPhoto(ring: Ring): void {
  if (ring.blocked || ring.outcome === 'dismissed' || ring.outcome === 'cancelled') throw new AppError('ring_closed')
}

export type PhotoDeps = Pick<AccessDeps, 'rings' | 'clock'> & {
  readonly photos: Photos
  readonly files: Pick<PhotoFiles, 'raw' | 'dropRaw' | 'put' | 'drop'>
  readonly reencode: Reencode
  readonly live: Pick<LiveUpdates, 'ringChanged'>
  readonly publishChange: (ring: Ring) => void
  /** Counts a processed photo (metrics.ts). */
  readonly countPhoto: (photo: { readonly result: 'ok' | 'unreadable' }) => void
}

/**
 * Re-encodes the upload of a ring and publishes it to both sides. A ring has one photo: repeated uploads change nothing.
 * While the file store is unavailable, the upload waits for the next run of the job.
 */
export async function processPhoto(deps: PhotoDeps, activityId: number): Promise<void> {
  const { files, rings, photos, clock } = deps
  const raw = await files.raw(activityId)
  if (!raw) return
  const ring = await rings.find(activityId, clock.now())
  const photo = ring && !ring.photo ? await reencodeOrDrop(deps, activityId, raw) : undefined
  if (ring && photo) {
    const name = await files.put(photo, ring.expiresAt)
    const changed = await photos.set(activityId, name)
    if (changed) {
      deps.publishChange(changed)
      deps.live.ringChanged({ type: 'photo', activityId, ownerId: changed.ownerId })
      deps.countPhoto({ result: 'ok' })
    } else await files.drop(name)
  }
  await files.dropRaw(activityId)
}

/** Deletes bytes that cannot be decoded: a retry would not help. @throws the decoding error */
async function reencodeOrDrop({ files, reencode, countPhoto }: PhotoDeps, activityId: number, raw: Buffer): Promise<Buffer> {
  try {
    return await reencode(raw)
  } catch (error) {
    await files.dropRaw(activityId)
    countPhoto({ result: 'unreadable' })
    throw error
  }
}
