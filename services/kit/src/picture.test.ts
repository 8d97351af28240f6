import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { openPicture } from './picture.ts'

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#2196F3' } })
const deep = (width: number, height: number) => flat(width, height).toColourspace('rgb16')

test.each([
  ['a JPEG of a phone', () => flat(4_000, 3_000).jpeg()],
  ['a progressive JPEG of a phone’s editor', () => flat(4_000, 3_000).jpeg({ progressive: true })],
  ['a small interlaced PNG', () => flat(600, 400).png({ progressive: true })],
  ['a small PNG of 16 bits', () => deep(600, 400).png()],
])('%s is opened', async (_what, make) => {
  const { picture, width } = await openPicture(await make().toBuffer())
  expect(width).toBeGreaterThan(0)
  await picture.resize(10, 10).toBuffer()
})

test.each([
  ['a JPEG of 21 megapixels', () => flat(7_000, 3_000).jpeg()],
  ['a progressive JPEG of 21 megapixels', () => flat(7_000, 3_000).jpeg({ progressive: true })],
  ['an interlaced PNG of 5 megapixels', () => flat(2_500, 2_000).png({ progressive: true })],
  ['a PNG of 16 bits and 5 megapixels', () => deep(2_500, 2_000).png()],
])('%s is refused by its header', async (_what, make) => {
  await expect(openPicture(await make().toBuffer())).rejects.toThrow('pixel')
})

test('a JPEG of a hundred scans is refused before a pixel is decoded', async () => {
  const bytes = await flat(100, 100).jpeg({ progressive: true }).toBuffer()
  const lastScan = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const [before, scan, end] = [bytes.subarray(0, lastScan), bytes.subarray(lastScan, -2), bytes.subarray(-2)]
  const bomb = Buffer.concat([before, ...Array.from({ length: 100 }, () => scan), end])
  await expect(openPicture(bomb)).rejects.toThrow('too many scans')
})
