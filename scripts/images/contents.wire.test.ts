// @all: the files of the images, traced for minutes
/** An image has every file that its entry points load: each is started among those files alone, without settings. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { imagesOf, importedFiles } from './contents.ts'

const folder = mkdtempSync(join(tmpdir(), 'images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function copy(file: string, to: string): void {
  mkdirSync(dirname(join(to, file)), { recursive: true })
  copyFileSync(join(ROOT, file), join(to, file))
}

/** The local Stripe of the embedded start and of tests; production calls Stripe itself. */
const LOCAL_STRIPE = ['scripts/stripe-local', 'scripts/testing/stripe']

test.each(imagesOf(ROOT))(
  '$name has nothing of the local Stripe',
  async (image) => {
    const files = [...(await importedFiles(ROOT, image.sources)), ...image.reads]
    const isInside = (path: string, above: string) => `${path}/`.startsWith(`${above}/`)
    expect(files.filter((file) => LOCAL_STRIPE.some((local) => isInside(file, local) || isInside(local, file)))).toEqual([])
  },
  240_000,
)

test('the local Stripe is in the folders that are looked for', () => {
  expect(LOCAL_STRIPE.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
})

test.each(imagesOf(ROOT))(
  '$name has what its entry points load',
  async (traceable) => {
    const { name, entries } = traceable
    const image = join(folder, name)
    for (const file of [...(await importedFiles(ROOT, entries)), 'package.json']) copy(file, image)
    for (const entry of entries) {
      const { stdout, stderr, signal } = spawnSync(process.execPath, [entry], { cwd: image, env: {}, encoding: 'utf8', timeout: 60_000 })
      expect({ entry, lacks: /Cannot find .*/.exec(stdout + stderr)?.[0], signal }).toEqual({ entry, lacks: undefined, signal: null })
    }
  },
  240_000,
)
