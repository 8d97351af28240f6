import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { PICTURES, recordSources, stalePictures } from './readme-sources.ts'

let tree = ''
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'pictures-'))
  for (const file of [...Object.values(PICTURES).flat(), 'docs/images']) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(ROOT, file), join(tree, file), { recursive: true })
  }
  recordSources(tree)
})
afterEach(() => rmSync(tree, { recursive: true }))

test('pictures that were taken of these sources are up to date', () => {
  expect(stalePictures(tree)).toEqual([])
})

test('a changed menu makes the pictures that show it stale', () => {
  writeFileSync(join(tree, 'web/src/resident/pages.ts'), 'export const PAGES = []')
  expect(stalePictures(tree).map(({ picture }) => picture)).toEqual(['docs/images/incoming.png', 'docs/images/dashboard.png'])
})

test('a missing picture is stale', () => {
  rmSync(join(tree, 'docs/images/call.png'))
  expect(stalePictures(tree)).toEqual([{ picture: 'docs/images/call.png', source: 'docs/images/call.png' }])
})

test('every source of a picture exists', () => {
  for (const file of Object.values(PICTURES).flat()) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true])
})
