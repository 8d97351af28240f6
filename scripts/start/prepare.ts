/** Generates Prisma's clients, bundles the services and builds the web before the product runs, only if their sources have changed. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Lock, waitForLock } from '../bootstrap/lock.mjs'
import { generateClients } from '../database/generate.ts'
import { StartError } from '../servers/server.ts'
import { bundleServices } from './bundles.ts'
import { hashOf, isStamped, stamp } from './stamps.ts'

const run = promisify(execFile)

/** Two copies may start from one tree concurrently; a lock lets one of them prepare. */
export async function preparing<T>(root: string, work: () => Promise<T>): Promise<T> {
  const lock: Lock = await waitForLock(`prepare:${root}`)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** @returns what was done, for the progress line */
export async function prepareClients(root: string): Promise<string> {
  const made = await preparing(root, () => generateClients(root))
  return made.length > 0 ? made.join(', ') : 'unchanged'
}

/**
 * Prepares the files that the services start from, with their Prisma clients.
 * @returns what was done, for the progress line
 */
export async function prepareServices(root: string): Promise<string> {
  const made = await preparing(root, async () => {
    await generateClients(root)
    return bundleServices(root)
  })
  return made.length > 0 ? `bundled ${made.join(', ')}` : 'unchanged'
}

/**
 * Builds web/ into web/dist.
 * @param compression the level at which its files are compressed (web/build/precompress.ts)
 * @returns what was done, for the progress line
 * @throws StartError with the build's output
 */
export async function prepareWeb(root: string, compression: 'fast' | 'best' = 'fast'): Promise<string> {
  const web = join(root, 'web')
  if (!existsSync(join(web, 'vite.config.ts'))) return 'there is none yet'
  return preparing(`${root}:web`, async () => {
    const hash = hashOf([web, join(root, 'proto'), join(root, 'package-lock.json')])
    const dist = join(web, 'dist')
    const best = `${hash} best`
    if (isStamped(dist, best) || (compression === 'fast' && isStamped(dist, hash))) return 'unchanged'
    await build(root, compression)
    stamp(dist, compression === 'best' ? best : hash)
    return 'built'
  })
}

async function build(root: string, compression: string): Promise<void> {
  const args = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn']
  try {
    const env = { ...process.env, NODE_ENV: 'production', WEB_COMPRESSION: compression }
    await run(process.execPath, args, { cwd: root, env, maxBuffer: 32 << 20 })
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string }
    throw new StartError(`The web could not be built:\n${stderr?.trim() || stdout?.trim()}`)
  }
}
