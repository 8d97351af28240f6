/** Finds a server program: on PATH, else Debian's package unpacked into the cache, else Homebrew, else Docker. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasApt, unpackDebian } from './debian-packages.ts'
import { StartError } from './server.ts'
import { isAtLeast, type Version, versionOf } from './versions.ts'

const run = promisify(execFile)

export type Wanted = {
  /** The program's name on PATH. */
  readonly program: string
  readonly least: Version
  readonly debian: string
  readonly homebrew: string
  readonly image: string
}

export type Program =
  | {
      readonly kind: 'binary'
      readonly path: string
      readonly env: NodeJS.ProcessEnv
    }
  | { readonly kind: 'image'; readonly image: string }

/**
 * @param say receives messages about slow steps
 * @throws StartError with what to install
 */
export async function findProgram(wanted: Wanted, say: (line: string) => void = () => undefined): Promise<Program> {
  for (const folder of ['', '/usr/sbin/', '/usr/local/sbin/']) {
    const found = await fits(wanted, `${folder}${wanted.program}`)
    if (found) return found
  }
  return (await fromDebian(wanted, say)) ?? (await fromHomebrew(wanted, say)) ?? (await fromDocker(wanted, say)) ?? refuse(wanted)
}

function refuse({ program, least, debian, homebrew }: Wanted): never {
  const how = process.platform === 'darwin' ? `brew install ${homebrew}` : `sudo apt-get install ${debian}`
  throw new StartError(`${program} ${least.join('.')} or newer is needed and could not be fetched: please install it (${how}).`)
}

async function fits(wanted: Wanted, path: string, env: NodeJS.ProcessEnv = {}): Promise<Program | undefined> {
  const version = await versionOf(path, { ...process.env, ...env })
  return version && isAtLeast(version, wanted.least) ? { kind: 'binary', path, env } : undefined
}

async function fromDebian(wanted: Wanted, say: (line: string) => void): Promise<Program | undefined> {
  if (!(await hasApt())) return undefined
  const root = await unpackDebian(wanted.debian, say).catch((error: Error) => {
    say(`Debian's ${wanted.debian} could not be unpacked: ${error.message.split('\n')[0]}`)
    return undefined
  })
  if (!root) return undefined
  for (const folder of ['usr/bin', 'usr/sbin']) {
    const path = join(root.folder, folder, wanted.program)
    if (existsSync(path)) return fits(wanted, path, { LD_LIBRARY_PATH: root.libraries })
  }
  return undefined
}

async function fromHomebrew(wanted: Wanted, say: (line: string) => void): Promise<Program | undefined> {
  try {
    await run('brew', ['--version'])
    say(`This installs ${wanted.homebrew} with Homebrew`)
    await run('brew', ['install', '--quiet', wanted.homebrew], {
      timeout: 600_000,
    })
    const { stdout } = await run('brew', ['--prefix', wanted.homebrew])
    return await fits(wanted, join(stdout.trim(), 'bin', wanted.program))
  } catch {
    return undefined
  }
}

async function fromDocker(wanted: Wanted, say: (line: string) => void): Promise<Program | undefined> {
  try {
    await run('docker', ['info'], { timeout: 10_000 })
    say(`docker pull ${wanted.image}`)
    await run('docker', ['pull', '--quiet', wanted.image], {
      timeout: 300_000,
    })
    return { kind: 'image', image: wanted.image }
  } catch {
    return undefined
  }
}
