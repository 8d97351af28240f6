/**
 * Runs inside the build of the images: copies the media worker, and the libraries it loads that the base image lacks, to a folder.
 * LD_LIBRARY_PATH names the folder of the cache in which they are kept beside the worker.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { workerRuns } from '../media-worker/check.ts'
import { workerPath } from '../media-worker/paths.ts'

/** Part of every Debian image. */
const IN_BASE = /^(libc|libm|libgcc_s|libstdc\+\+)\.so/

const [out = ''] = process.argv.slice(2)
const kept = process.env.LD_LIBRARY_PATH ?? ''
const lib = join(out, 'lib')
for (const folder of [kept, lib]) mkdirSync(folder, { recursive: true })
copyFileSync(workerPath(), join(out, 'mediasoup-worker'))
// "libsrtp2.so.1 => /lib/x86_64-linux-gnu/libsrtp2.so.1 (0x…)"; for a static worker ldd fails, and there are none.
const { stdout } = spawnSync('ldd', [workerPath()], { encoding: 'utf8' })
for (const [, path = ''] of stdout.matchAll(/=> (\/\S+) /g)) {
  if (IN_BASE.test(basename(path))) continue
  if (!path.startsWith(`${kept}/`)) copyFileSync(path, join(kept, basename(path)))
  copyFileSync(path, join(lib, basename(path)))
}
process.env.LD_LIBRARY_PATH = lib
if (!workerRuns(join(out, 'mediasoup-worker'))) throw new Error(`the media worker does not run with the libraries of ${lib}`)
