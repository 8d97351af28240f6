import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { compressText } from './compress.ts'

const page = '<p class="door">Ring</p>'.repeat(500)

test('both encodings shrink a text and restore it', () => {
  expect(brotliDecompressSync(compressText(page, 'br')).toString()).toBe(page)
  expect(gunzipSync(compressText(page, 'gzip')).toString()).toBe(page)
  expect(compressText(page, 'br').length).toBeLessThan(page.length / 3)
})
