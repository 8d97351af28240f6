/** A minimal Debian in the cache folder, entered through a user namespace (user_namespaces(7)), without root or installation. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackAll } from '../servers/debian-packages.ts'

const run = promisify(execFile)
const TREE = '/build'

/** The packages that the build needs. */
export interface Toolchain {
  readonly env: NodeJS.ProcessEnv
  /** Wraps a command with its working folder. */
  wrap(command: readonly string[], folder: string): readonly string[]
}

/** @throws if user namespaces are not allowed or packages cannot be downloaded */
export async function unpackedToolchain(packages: readonly string[], say: (line: string) => void): Promise<Toolchain> {
  await run('unshare', ['--user', '--map-root-user', '--mount', 'true'])
  const { folder } = await unpackAll([...packages, 'dash', 'coreutils', 'bash'], 'compiler', say, { withInstalled: true })
  mergeUsr(folder)
  for (const name of ['dev', 'proc', 'tmp', TREE.slice(1)]) mkdirSync(join(folder, name), { recursive: true })
  return {
    env: { PATH: '/usr/bin:/usr/sbin', HOME: '/tmp', LC_ALL: 'C.UTF-8', TMPDIR: '/tmp' },
    wrap: (command, work) => {
      const mounts = [
        `mount --rbind /dev ${quote(join(folder, 'dev'))}`,
        `mount --rbind /proc ${quote(join(folder, 'proc'))}`,
        `mount --bind ${quote(work)} ${quote(join(folder, TREE))}`,
      ]
      const enter = `exec chroot ${quote(folder)} /bin/sh -c ${quote(`cd ${TREE} && exec ${command.map(quote).join(' ')}`)}`
      return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', [...mounts, enter].join(' && ')]
    },
  }
}

/** Packages of Debian 12 still use /lib and /bin, which are links into /usr on an installed system. */
function mergeUsr(folder: string): void {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const path = join(folder, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) continue
    mkdirSync(join(folder, 'usr', name), { recursive: true })
    if (existsSync(path)) cpSync(path, join(folder, 'usr', name), { recursive: true, verbatimSymlinks: true, force: true })
    rmSync(path, { recursive: true, force: true })
    symlinkSync(join('usr', name), path)
  }
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
