import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { copyrightsOf } from './ffmpeg.ts'

const folder = mkdtempSync(join(tmpdir(), 'copyrights-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('the licences of unpacked packages are joined under their names', () => {
  for (const [name, file] of Object.entries({ libx: 'copyright', ffmpeg: 'copyright', 'libx-data': 'changelog' })) {
    mkdirSync(join(folder, 'usr', 'share', 'doc', name), { recursive: true })
    writeFileSync(join(folder, 'usr', 'share', 'doc', name, file), `Licence of ${name}\n`)
  }
  expect(copyrightsOf(folder)).toBe('==== ffmpeg ====\n\nLicence of ffmpeg\n\n==== libx ====\n\nLicence of libx\n')
})
