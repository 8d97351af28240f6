/**
 * Runs inside the build of the images: copies the media worker, and the libraries it loads that the base image lacks, to a folder.
 * LD_LIBRARY_PATH names the folder of the cache in which they are kept beside the worker.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { workerPath } from '../media-worker/paths.ts'

/** Part of every Debian image. */
const IN_BASE = /^(libc|libm|libgcc_s|libstdc\+\+)\.so/

/** "libsrtp2.so.1 => /lib/x86_64-linux-gnu/libsrtp2.so.1 (0x…)"; for a static program ldd fails, and there are none. */
const linkedBy = (file: string) =>
  [...spawnSync('ldd', [file], { encoding: 'utf8' }).stdout.matchAll(/=> (\/\S+) /g)].map(([, path = '']) => path)

/** What NSS, which encrypts media in Debian's libsrtp2, loads when it starts. */
const NSS_MODULES = ['libsoftokn3.so', 'libfreebl3.so', 'libfreeblpriv3.so']
const modulesOf = (library: string) =>
  basename(library) === 'libnss3.so'
    ? NSS_MODULES.map((name) => join(dirname(library), name)).flatMap((file) => [file, ...linkedBy(file)])
    : []

const [out = ''] = process.argv.slice(2)
const kept = process.env.LD_LIBRARY_PATH ?? ''
mkdirSync(kept, { recursive: true })
mkdirSync(out, { recursive: true })
for (const library of linkedBy(workerPath()).flatMap((path) => [path, ...modulesOf(path)]))
  if (!IN_BASE.test(basename(library)) && !existsSync(join(kept, basename(library)))) copyFileSync(library, join(kept, basename(library)))
cpSync(kept, join(out, 'lib'), { recursive: true })
copyFileSync(workerPath(), join(out, 'mediasoup-worker'))
