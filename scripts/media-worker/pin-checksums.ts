import { writeFileSync } from 'node:fs'
import { archiveName, fetchArchive, sha256Of } from './download.ts'

/** The supported platforms (package.json) with the Linux kernels that mediasoup builds for. */
const MACHINES = [
  ['linux', 'x64', '6'],
  ['linux', 'x64', '7'],
  ['linux', 'arm64', '6'],
  ['linux', 'arm64', '7'],
  ['darwin', 'x64', ''],
  ['darwin', 'arm64', ''],
] as const

/**
 * Writes the checksums of all archives of a release page. Without archives the file stays unchanged.
 * @param page the release's address, without the archive
 */
export async function pinChecksums(version: string, page: string, file: string, say: (line: string) => void): Promise<void> {
  const pinned: Record<string, string> = {}
  for (const [platform, arch, kernel] of MACHINES) {
    const archive = archiveName(version, platform, arch, kernel)
    try {
      pinned[archive] = sha256Of(await fetchArchive(`${page}/${archive}`))
      say(`${pinned[archive]}  ${archive}`)
    } catch (error) {
      say(`not pinned  ${archive}: ${(error as Error).message}`)
    }
  }
  if (Object.keys(pinned).length > 0) writeFileSync(file, `${JSON.stringify(pinned, undefined, 2)}\n`)
}
