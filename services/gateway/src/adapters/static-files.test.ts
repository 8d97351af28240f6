import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Encoding } from '#kit/compress.ts'
import { createStaticFiles } from './static-files.ts'

let folder: string
let now = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'dist', 'page.js'), 'plain')
  writeFileSync(join(folder, 'dist', 'page.js.br'), 'brotli')
})
afterEach(() => rmSync(folder, { recursive: true }))

function finder() {
  const find = createStaticFiles(join(folder, 'dist'), () => now)
  return (name: string, encodings: readonly Encoding[] = []) => {
    const file = find(name, encodings)
    return file && [file.bytes.toString(), file.encoding]
  }
}

test('a file comes as the client takes it', () => {
  const find = finder()
  expect(find('/page.js', ['br', 'gzip'])).toEqual(['brotli', 'br'])
  expect(find('/page.js', ['gzip'])).toEqual(['plain', undefined])
  expect(find('/page.js')).toEqual(['plain', undefined])
})

test.each(['/none.js', '/assets', '/../secret.txt', '/%00', '/a\0b', `/${'x'.repeat(5_000)}`])('%s is no file', (name) => {
  expect(finder()(name)).toBeUndefined()
})

test('a file that was built anew is read anew', () => {
  const find = finder()
  expect(find('/page.js')).toEqual(['plain', undefined])
  writeFileSync(join(folder, 'dist', 'page.js'), 'newer')
  utimesSync(join(folder, 'dist', 'page.js'), 1, 1)
  expect(find('/page.js')).toEqual(['plain', undefined])
  now += 1_000
  expect(find('/page.js')).toEqual(['newer', undefined])
})
