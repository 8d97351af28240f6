/** The account's picture: its owner's alone, a square without metadata, outside the database. */
import type { Readable } from 'node:stream'
import { Refusal } from '#kit/refusal.ts'
import type { Accounts } from './ports.ts'

export interface PictureFiles {
  /** @returns the random name it is kept under */
  put(bytes: Buffer): Promise<string>
  open(name: string): Promise<{ size: number; stream: Readable } | undefined>
  drop(name: string): Promise<void>
}

/** Upright, its middle square, without metadata. @throws on bytes that are no picture, Refusal unavailable when too many wait */
export type Square = (bytes: Buffer) => Promise<Buffer>

export type PictureNeeds = { readonly accounts: Accounts; readonly pictures: PictureFiles; readonly square: Square }

const STARTS = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

/** What a browser says of a file is not what it is. */
export const isJpegOrPng = (bytes: Buffer) => STARTS.some((start) => start.every((byte, index) => bytes[index] === byte))

/**
 * Keeps it and drops the one before.
 * @throws Refusal picture_invalid, unavailable, unauthenticated when the account is gone
 */
export async function keepPicture({ accounts, pictures, square }: PictureNeeds, userId: number, bytes: Buffer): Promise<void> {
  if (!isJpegOrPng(bytes)) throw new Refusal('picture_invalid')
  const squared = await square(bytes).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('picture_invalid')
  })
  const name = await pictures.put(squared)
  await replace({ accounts, pictures }, userId, name)
}

/** Doing it twice is the same as once. */
export const removePicture = (needs: Omit<PictureNeeds, 'square'>, userId: number) => replace(needs, userId, null)

async function replace({ accounts, pictures }: Omit<PictureNeeds, 'square'>, userId: number, name: string | null): Promise<void> {
  const before = await accounts.setPicture(userId, name)
  if (before === undefined) throw new Refusal('unauthenticated')
  if (before) await pictures.drop(before)
}
