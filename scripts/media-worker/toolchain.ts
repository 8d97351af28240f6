/** The build's compiler and libraries: the system's, installed by apt as root, else unpacked into the cache without root. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hasApt } from '../servers/debian-packages.ts'
import { StartError } from '../servers/server.ts'
import { isRoot } from '../servers/unprivileged.ts'
import { type Toolchain, unpackedToolchain } from './unpacked-toolchain.ts'

const run = promisify(execFile)

export const PACKAGES = [
  'g++',
  'meson',
  'ninja-build',
  'pkg-config',
  'libuv1-dev',
  'libssl-dev',
  'libsrtp2-dev',
  'libabsl-dev',
  'flatbuffers-compiler',
  'libflatbuffers-dev',
] as const

const SYSTEM: Toolchain = { env: process.env, wrap: (command) => command }

/** @throws StartError with what to install */
export async function findToolchain(say: (line: string) => void): Promise<Toolchain> {
  if (await isComplete()) return SYSTEM
  if (await hasApt()) {
    const found = isRoot() ? await install(say) : await unpackedToolchain(PACKAGES, say).catch((error: Error) => report(say, error))
    if (found) return found
  }
  throw new StartError(
    "Calls need mediasoup's worker, which could neither be fetched nor built here: " +
      `sudo apt-get install ${PACKAGES.join(' ')}, then start again.`,
  )
}

function report(say: (line: string) => void, error: Error): undefined {
  say(`the compiler could not be unpacked without root: ${error.message.split('\n')[0]}`)
  return undefined
}

async function isComplete(): Promise<boolean> {
  try {
    for (const tool of ['g++', 'meson', 'ninja', 'flatc']) await run(tool, ['--version'])
    await run('pkg-config', ['--exists', 'libuv-static', 'openssl', 'libsrtp2', 'absl_strings', 'absl_optional', 'flatbuffers'])
    return true
  } catch {
    return false
  }
}

/** Another apt (the tests' browser, a user) may hold the lock. */
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=600']

async function install(say: (line: string) => void): Promise<Toolchain | undefined> {
  say(`This installs ${PACKAGES.join(', ')} with apt-get, to build the media worker of calls (MEDIASOUP_WORKER_BIN names one of your own)`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const args = [...WAIT_FOR_LOCK, 'install', '-y', '--no-install-recommends', ...PACKAGES]
  try {
    await run('apt-get', args, { env, maxBuffer: 32 << 20 }).catch(async () => {
      await run('apt-get', ['update'], { env, maxBuffer: 32 << 20 })
      await run('apt-get', args, { env, maxBuffer: 32 << 20 })
    })
  } catch (error) {
    say(`apt-get could not install it: ${(error as { stderr?: string }).stderr?.trim().split('\n').at(-1)}`)
  }
  return (await isComplete()) ? SYSTEM : undefined
}
