import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { chartOf, wrongVersions } from './versions.ts'

const folder = mkdtempSync(join(tmpdir(), 'release-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

test('this tree has one version', () => {
  expect(wrongVersions(ROOT, `v${version}`)).toEqual([])
})

test('each place with another version is named', () => {
  cpSync(chartOf(ROOT), chartOf(folder), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const file = join(chartOf(folder), 'charts/auth/Chart.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^version: .*$/m, 'version: 9.9.9'))
  expect(wrongVersions(folder, `v${version}`)).toEqual([`chart auth, version is 9.9.9, and the tag is v${version}`])
})

test.each(['1.2.0', 'v1.2', 'latest'])('%s is no tag of a release', (tag) => {
  expect(wrongVersions(ROOT, tag)).toEqual([`${tag} is no tag of a release: write v and a version, such as v1.2.0`])
})
