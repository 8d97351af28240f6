import { expect, test } from '@jest/globals'
import { jpegOfDataUrl } from './photo.ts'

const url = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`
const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4)])

// covers: X-photo
test('a JPEG of at most 1,000,000 bytes is accepted', () => {
  expect(jpegOfDataUrl(url(jpeg(1_000_000)))?.length).toBe(1_000_000)
  expect(jpegOfDataUrl(url(jpeg(1_000_001)))).toBeUndefined()
})

// covers: X-photo
test('another prefix, invalid base64 or another file header is refused', () => {
  expect(jpegOfDataUrl(url(jpeg(100)).replace('jpeg', 'png'))).toBeUndefined()
  expect(jpegOfDataUrl('data:image/jpeg;base64,%%%%')).toBeUndefined()
  expect(jpegOfDataUrl('data:image/jpeg;base64,')).toBeUndefined()
  expect(jpegOfDataUrl(url(Buffer.from('not a jpeg at all')))).toBeUndefined()
})
