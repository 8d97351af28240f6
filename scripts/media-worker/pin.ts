/**
 * Pins the checksums of the installed mediasoup's prebuilt workers, for review and commit. To be run where the release page can be reached, after
 * each upgrade of mediasoup: `node scripts/run.mjs scripts/media-worker/pin.ts`.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { archiveName, CHECKSUMS, fetchArchive, releaseUrl } from './download.ts'

/** Of Node for which this tree is installed (package.json), with the Linux kernels that mediasoup builds for. */
const MACHINES = [
  ['linux', 'x64', '6'],
  ['linux', 'x64', '7'],
  ['linux', 'arm64', '6'],
  ['linux', 'arm64', '7'],
  ['darwin', 'x64', ''],
  ['darwin', 'arm64', ''],
] as const

const packageJson = JSON.parse(readFileSync(join(ROOT, 'node_modules', 'mediasoup', 'package.json'), 'utf8'))
const pinned: Record<string, string> = {}
for (const [platform, arch, kernel] of MACHINES) {
  const archive = archiveName(packageJson.version, platform, arch, kernel)
  try {
    pinned[archive] = createHash('sha256')
      .update(await fetchArchive(`${releaseUrl(packageJson, {})}/${archive}`))
      .digest('hex')
    console.log(`${pinned[archive]}  ${archive}`)
  } catch (error) {
    console.log(`not pinned  ${archive}: ${(error as Error).message}`)
  }
}
if (Object.keys(pinned).length > 0) writeFileSync(CHECKSUMS, `${JSON.stringify(pinned, undefined, 2)}\n`)
