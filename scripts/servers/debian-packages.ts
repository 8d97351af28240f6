/** Debian's and Ubuntu's own packages, unpacked into the cache folder without root and without touching the system. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitForLock } from '../bootstrap/lock.mjs'
import { cacheFolder } from './cache.ts'

const run = promisify(execFile)

export type Unpacked = {
  readonly folder: string /** For LD_LIBRARY_PATH. */
  readonly libraries: string
}

export async function hasApt(): Promise<boolean> {
  return run('apt-get', ['--version']).then(
    () => true,
    () => false,
  )
}

/**
 * Unpacks a package and those of its dependencies that the system has not installed.
 * @throws if apt cannot find or download it
 */
export async function unpackDebian(name: string, say: (line: string) => void): Promise<Unpacked> {
  return unpackAll([name], name, say)
}

/** As `unpackDebian`, for several packages into one folder. */
export async function unpackAll(
  names: readonly string[],
  key: string,
  say: (line: string) => void,
  options: { /** Also packages that the system has, for a complete tree. */ readonly withInstalled?: boolean } = {},
): Promise<Unpacked> {
  const folder = join(cacheFolder(), 'packages', `${key}-${release()}-${process.arch}`)
  if (!existsSync(folder)) {
    const lock = await waitForLock(folder, () => say(`waiting for another start that unpacks ${key}`))
    try {
      if (!existsSync(folder)) await unpackInto(folder, names, key, say, options.withInstalled === true)
    } finally {
      await lock.release()
    }
  }
  return { folder, libraries: libraryFolders(folder).join(':') }
}

async function unpackInto(folder: string, names: readonly string[], key: string, say: (line: string) => void, all: boolean): Promise<void> {
  const work = `${folder}.part`
  rmSync(work, { recursive: true, force: true })
  mkdirSync(join(work, 'archives'), { recursive: true })
  say(`fetching Debian's ${key}`)
  const fetchAll = async (options: readonly string[]) => {
    const packages = await missingPackages(names, options, all)
    await run('apt-get', [...options, 'download', ...packages], {
      cwd: join(work, 'archives'),
      timeout: 300_000,
    })
  }
  await fetchAll([]).catch(async () => fetchAll(await privateLists()))
  mkdirSync(join(work, 'root'))
  for (const archive of readdirSync(join(work, 'archives'))) await run('dpkg', ['-x', join(work, 'archives', archive), join(work, 'root')])
  renameSync(join(work, 'root'), folder)
  rmSync(work, { recursive: true, force: true })
}

/** Our own package lists: the system's may be empty (containers), and only root may refresh them. */
async function privateLists(): Promise<string[]> {
  const base = join(cacheFolder(), 'apt')
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(base, folder), { recursive: true })
  const options = [
    '-o',
    `Dir::State::Lists=${join(base, 'lists')}`,
    '-o',
    `Dir::Cache=${join(base, 'cache')}`,
    '-o',
    'APT::Sandbox::User=root',
    '-o',
    'Debug::NoLocking=1',
  ]
  await run('apt-get', [...options, 'update'], { timeout: 120_000 })
  return options
}

/** The packages themselves and every real dependency that is not installed. */
async function missingPackages(names: readonly string[], options: readonly string[], withInstalled: boolean): Promise<string[]> {
  const less = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`)
  const { stdout } = await run('apt-cache', [...options, 'depends', '--recurse', ...less, ...names], { maxBuffer: 32 << 20 })
  // Package names are at the start of a line; "<name>" is a virtual package.
  const needed = stdout
    .split('\n')
    .filter((line) => /^[a-z0-9]/.test(line))
    .map((line) => line.replace(/:.*$/, ''))
  const installed = withInstalled ? new Set<string>() : installedPackages()
  return [...new Set(needed)].filter((name) => names.includes(name) || !installed.has(name))
}

function installedPackages(): Set<string> {
  const status = readFileSync('/var/lib/dpkg/status', 'utf8')
  const blocks = status.split('\n\n').filter((block) => /^Status: install ok installed$/m.test(block))
  return new Set(blocks.map((block) => block.match(/^Package: (.+)$/m)?.[1] ?? ''))
}

function libraryFolders(folder: string): string[] {
  const triplets = ['usr/lib', 'lib'].flatMap((base) => {
    const path = join(folder, base)
    return existsSync(path)
      ? readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
          .map((entry) => join(path, entry.name))
      : []
  })
  return triplets
}

function release(): string {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const field = (name: string) => text.match(new RegExp(`^${name}="?([^"\n]*)"?$`, 'm'))?.[1] ?? 'unknown'
  return `${field('ID')}-${field('VERSION_ID')}`
}
