/** Runs inside the build of the images: copies the media worker, and the libraries it loads that the base image lacks, to a folder. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { workerPath } from '../media-worker/paths.ts'

/** Part of every Debian image. */
const IN_BASE = /^(libc|libm|libgcc_s|libstdc\+\+)\.so/

const [out = ''] = process.argv.slice(2)
mkdirSync(join(out, 'lib'), { recursive: true })
copyFileSync(workerPath(), join(out, 'mediasoup-worker'))
// "libsrtp2.so.1 => /lib/x86_64-linux-gnu/libsrtp2.so.1 (0x…)"; for a static worker ldd fails, and there are none.
const { stdout } = spawnSync('ldd', [workerPath()], { encoding: 'utf8' })
for (const [, path = ''] of stdout.matchAll(/=> (\/\S+) /g))
  if (!IN_BASE.test(basename(path))) copyFileSync(path, join(out, 'lib', basename(path)))
