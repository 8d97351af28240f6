import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { imagesOf } from './contents.ts'

type Release = { readonly name: string; readonly setValueTemplates: Readonly<Record<string, string>> }
type Steps = { readonly deploy: { readonly helm: { readonly releases: readonly Release[] } } }
type Skaffold = Steps & {
  readonly build: { readonly artifacts: readonly { readonly image: string; readonly custom: { readonly buildCommand: string } }[] }
  readonly profiles: readonly (Partial<Steps> & { readonly name: string })[]
}

const skaffold = parse(readFileSync(join(ROOT, 'skaffold.yaml'), 'utf8'), { merge: true }) as Skaffold
const images = imagesOf(ROOT).map(({ name }) => name)
const { artifacts } = skaffold.build

/** An npm that prints its arguments. */
const folder = mkdtempSync(join(tmpdir(), 'skaffold-'))
writeFileSync(join(folder, 'npm'), '#!/bin/sh\nprintf "%s\\n" "$*"\n')
chmodSync(join(folder, 'npm'), 0o755)
afterAll(() => rmSync(folder, { recursive: true }))

test('Skaffold builds every image', () => {
  expect(artifacts.map(({ image }) => image)).toEqual(images)
})

test.each([
  ['true', 'run images -- sfu --prefix registry.test:5000/team/doorbell --tag git-1a2b3c4 --push'],
  ['false', 'run images -- sfu --prefix registry.test:5000/team/doorbell --tag git-1a2b3c4'],
])('Skaffold’s build command names image, registry and tag (push: %s)', async (push, expected) => {
  const command = artifacts.find(({ image }) => image === 'sfu')?.custom.buildCommand ?? ''
  const env = { PATH: `${folder}:${process.env.PATH}`, IMAGE: 'registry.test:5000/team/doorbell/sfu:git-1a2b3c4', PUSH_IMAGE: push }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
  expect(stdout.trim()).toBe(expected)
})

test('every release gets the tag of each image', () => {
  const releases = [skaffold, ...skaffold.profiles].flatMap(({ deploy }) => deploy?.helm.releases ?? [])
  expect(releases.length).toBeGreaterThanOrEqual(3)
  const tags = Object.fromEntries(images.map((image) => [`global.image.tags.${image}`, `{{.IMAGE_TAG_${image}}}`]))
  for (const { setValueTemplates } of releases)
    expect(setValueTemplates).toEqual({ 'global.image.repository': '{{dir .IMAGE_REPO_gateway}}', ...tags })
})
