/** An image has every file that its entry points load: each is started among those files alone, without settings. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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

test.each(imagesOf(ROOT))(
  '$name has what its entry points load',
  async ({ name, entries }) => {
    const image = join(folder, name)
    for (const file of [...(await importedFiles(ROOT, entries)), 'package.json']) copy(file, image)
    for (const entry of entries) {
      const { stdout, stderr, signal } = spawnSync(process.execPath, [entry], { cwd: image, env: {}, encoding: 'utf8', timeout: 60_000 })
      expect({ entry, lacks: /Cannot find .*/.exec(stdout + stderr)?.[0], signal }).toEqual({ entry, lacks: undefined, signal: null })
    }
  },
  240_000,
)
