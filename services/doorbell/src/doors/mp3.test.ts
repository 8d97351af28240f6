import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { CHIMES, SOUNDS } from '#proto/limits.ts'
import { isMp3 } from './mp3.ts'

const publicFile = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'web', 'public', path))
const chime = publicFile(SOUNDS.ring)

test.each([...Object.values(SOUNDS), ...Object.values(CHIMES)])('%s is an MP3', (path) => {
  expect(isMp3(publicFile(path))).toBe(true)
})

test('an ID3 tag before the audio is skipped', () => {
  const tag = Buffer.concat([Buffer.from('ID3\x03\x00\x00', 'latin1'), Buffer.from([0, 0, 1, 0]), Buffer.alloc(128)])
  expect(isMp3(Buffer.concat([tag, publicFile(SOUNDS.ring)]))).toBe(true)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a tag alone', Buffer.from('ID3\x03\x00\x00\x00\x00\x00\x00', 'latin1')],
  ['a single header', Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(5_000)])],
  ['text', Buffer.from('<script>alert(1)</script>'.repeat(200))],
  ['a wave file', Buffer.concat([Buffer.from('RIFF....WAVEfmt '), Buffer.alloc(5_000, 3)])],
  ['a cut one', chime.subarray(0, 600)],
  ['all ones', Buffer.alloc(5_000, 0xff)],
])('%s is not an MP3', (_what, bytes) => {
  expect(isMp3(bytes)).toBe(false)
})
