import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { RotatingLog } from './rotating-log.ts'

const FILE_BYTES = 1_000
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (file: string) => readFileSync(join(folder, file), 'utf8')
/** Ten bytes each, newline included. */
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${String(from + index).padStart(4, '0')}`)

function write(...texts: readonly string[]): void {
  const log = new RotatingLog(folder, 'doorbell', FILE_BYTES)
  for (const text of texts) log.write(text)
}

test('no line is lost or split when a file is full', () => {
  write(...lines(0, 300))
  const all = ['doorbell.log.2', 'doorbell.log.1', 'doorbell.log'].map(read).join('')
  expect(all.trimEnd().split('\n')).toEqual(lines(0, 300))
})

test('three files are kept below the limit, readable only by their owner', () => {
  write(...lines(0, 2_000))
  expect(readdirSync(folder).sort()).toEqual(['doorbell.log', 'doorbell.log.1', 'doorbell.log.2'])
  for (const file of readdirSync(folder)) {
    const { size, mode } = statSync(join(folder, file))
    expect([file, size, mode & 0o077]).toEqual([file, FILE_BYTES, 0])
  }
  expect(read('doorbell.log').endsWith('line 1999\n')).toBe(true)
})

test('the next start appends to the last file', () => {
  write(...lines(0, 60))
  write(...lines(60, 120))
  expect(read('doorbell.log.1') + read('doorbell.log')).toBe(`${lines(0, 120).join('\n')}\n`)
})

test('a line longer than the limit gets its own file', () => {
  write('before', 'x'.repeat(3 * FILE_BYTES), 'after')
  expect([read('doorbell.log.2'), read('doorbell.log.1').length, read('doorbell.log')]).toEqual(['before\n', 3 * FILE_BYTES + 1, 'after\n'])
})

test('a log that cannot be rotated does not stop the process', () => {
  writeFileSync(join(folder, 'doorbell.log'), 'x'.repeat(FILE_BYTES))
  const log = new RotatingLog(folder, 'doorbell', FILE_BYTES)
  rmSync(folder, { recursive: true })
  expect(() => log.write('more')).not.toThrow()
  folder = mkdtempSync(join(tmpdir(), 'log-'))
})
