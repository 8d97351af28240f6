import { expect, test } from '@jest/globals'
import type { Ring } from '../core/ring.ts'
import { type PhotoDeps, type PhotoFiles, processPhoto } from './store-photo.ts'

const now = new Date('2026-11-21T10:00:00Z')

/** The counts and deletions after one waiting upload of a ring without a photo. */
async function processUpload(reencode: PhotoDeps['reencode'], isStored: boolean) {
  const counted: string[] = []
  const dropped: string[] = []
  const ring: Partial<Ring> = { id: 7, ownerId: 3, timestamp: now, endsAt: now, expiresAt: now, photo: null, alerts: [] }
  const files: Partial<PhotoFiles> = {
    raw: async () => Buffer.from('upload'),
    put: async () => 'name',
    drop: async (name) => void dropped.push(name),
    dropRaw: async (id) => void dropped.push(`raw ${id}`),
  }
  const deps: Partial<PhotoDeps> = {
    clock: { now: () => now, in: () => now },
    rings: { find: async () => ring as Ring },
    photos: { set: async () => (isStored ? (ring as Ring) : undefined), inUse: async () => new Set() },
    files: files as PhotoFiles,
    live: { ringChanged: () => undefined },
    publishChange: () => undefined,
    reencode,
    countPhoto: ({ result }) => counted.push(result),
  }
  const failed = await processPhoto(deps as PhotoDeps, 7).catch((error: Error) => error.message)
  return { counted, dropped, failed }
}

test('a stored photo counts as ok', async () => {
  expect(await processUpload(async (bytes) => bytes, true)).toEqual({ counted: ['ok'], dropped: ['raw 7'], failed: undefined })
})

test('an unreadable photo is dropped and counted once', async () => {
  const unreadable = () => Promise.reject(new Error('no picture'))
  expect(await processUpload(unreadable, true)).toEqual({ counted: ['unreadable'], dropped: ['raw 7'], failed: 'no picture' })
})

test('a photo that comes too late for its ring is not counted', async () => {
  expect(await processUpload(async (bytes) => bytes, false)).toEqual({ counted: [], dropped: ['name', 'raw 7'], failed: undefined })
})
