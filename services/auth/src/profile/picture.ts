/** The account's picture: shown to its owner alone, a square without metadata, stored outside the database. */
import type { Readable } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import type { Accounts } from '../core/ports.ts'

export interface PictureFiles {
  /** @returns the random name under which the picture is stored */
  put(bytes: Buffer): Promise<string>
  open(name: string): Promise<{ size: number; stream: Readable } | undefined>
  drop(name: string): Promise<void>
}

/**
 * Rotated upright, cropped to its middle square, without metadata; users take turns.
 * @throws on bytes that are not a picture, AppError limited or unavailable when too many wait
 */
export type ResizeAvatar = (bytes: Buffer, userId: number) => Promise<Buffer>

export type PictureDeps = {
  readonly accounts: Pick<Accounts, 'byId' | 'setPicture'>
  readonly pictures: PictureFiles
  readonly resizeAvatar: ResizeAvatar
}

const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

/** Checks the signature, because the Content-Type that a browser sends proves nothing. */
export const isJpegOrPng = (bytes: Buffer) => SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte))

/**
 * Stores the picture and deletes the previous one.
 * @throws AppError picture_invalid, unavailable, unauthenticated when the account is gone
 */
export async function savePicture({ accounts, pictures, resizeAvatar }: PictureDeps, userId: number, bytes: Buffer): Promise<void> {
  if (!isJpegOrPng(bytes)) throw new AppError('picture_invalid')
  const resized = await resizeAvatar(bytes, userId).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('picture_invalid')
  })
  const name = await pictures.put(resized)
  await replace({ accounts, pictures }, userId, name)
}

/** Idempotent. */
export const removePicture = (deps: Omit<PictureDeps, 'resizeAvatar'>, userId: number) => replace(deps, userId, null)

async function replace({ accounts, pictures }: Omit<PictureDeps, 'resizeAvatar'>, userId: number, name: string | null): Promise<void> {
  const before = await accounts.setPicture(userId, name)
  if (before === undefined) throw new AppError('unauthenticated')
  if (before) await pictures.drop(before)
}
