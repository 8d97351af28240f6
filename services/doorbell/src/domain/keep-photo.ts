/** The visitor's photo (decision 5): it follows its ring, never delays it, and a picture that cannot be read leaves the ring without one. */
import type { Readable } from 'node:stream'
import { Refusal } from '#kit/refusal.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import type { Rings } from './ports.ts'
import type { Ring } from './ring.ts'
import { type TellDeps, tellChange } from './tell.ts'

/** Where pictures are kept, outside the database: a folder here, an object store elsewhere. */
export interface PhotoFiles {
  /** What arrived, kept until it is re-encoded; a later one for the same ring replaces it. */
  putRaw(activityId: number, bytes: Buffer): Promise<void>
  raw(activityId: number): Promise<Buffer | undefined>
  dropRaw(activityId: number): Promise<void>
  /** What came in before and was not finished: by a crash, or while the store was away. */
  waiting(before: Date): Promise<number[]>
  /** @returns the random name it is kept under */
  put(bytes: Buffer, expiresAt: Date): Promise<string>
  open(name: string): Promise<{ size: number; stream: Readable } | undefined>
  drop(name: string): Promise<void>
}

/** Upright, without metadata, of a moderate size. @throws on bytes that are no picture */
export type Reencode = (bytes: Buffer) => Promise<Buffer>

const JPEG_START = [0xff, 0xd8, 0xff]

/** @throws Refusal photo_invalid: what shows without decoding (interface: HTTP) */
export function checkJpeg(bytes: Buffer): void {
  if (bytes.length > PHOTO_BYTES || JPEG_START.some((byte, index) => bytes[index] !== byte)) throw new Refusal('photo_invalid')
}

/** @throws Refusal ring_closed once the visitor has nothing more to show to anyone */
export function checkTakesPhoto(ring: Ring): void {
  if (ring.blocked || ring.outcome === 'dismissed' || ring.outcome === 'cancelled') throw new Refusal('ring_closed')
}

export type PhotoDeps = TellDeps & {
  readonly rings: TellDeps['rings'] & Pick<Rings, 'find' | 'setPhoto'>
  readonly files: PhotoFiles
  readonly reencode: Reencode
}

/**
 * Re-encodes what waits for one ring and shows it to both sides. A ring has one photo: repeated uploads change nothing.
 * A store that is away leaves what waits where it is, for the next round.
 */
export async function developPhoto(deps: PhotoDeps, activityId: number): Promise<void> {
  const { files, rings, clock } = deps
  const raw = await files.raw(activityId)
  if (!raw) return
  const ring = await rings.find(activityId, clock.now())
  const photo = ring && !ring.photo ? await readable(deps, activityId, raw) : undefined
  if (ring && photo) {
    const name = await files.put(photo, ring.expiresAt)
    const changed = await rings.setPhoto(activityId, name)
    if (changed) tellChange(deps, changed)
    else await files.drop(name)
  }
  await files.dropRaw(activityId)
}

/** @throws what the bytes are not, after they are dropped: they will not get better */
async function readable({ files, reencode }: PhotoDeps, activityId: number, raw: Buffer): Promise<Buffer> {
  try {
    return await reencode(raw)
  } catch (error) {
    await files.dropRaw(activityId)
    throw error
  }
}
