/** k6, the load generator: from PATH, else built once by Go into the cache. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitForLock } from '../bootstrap/lock.mjs'
import { cacheFolder } from '../servers/cache.ts'
import { findGo } from '../servers/go.ts'
import { StartError } from '../servers/server.ts'
import { isAtLeast, type Version, versionOf } from '../servers/versions.ts'

const run = promisify(execFile)

const VERSION = 'v1.8.1'
const MODULE = `go.k6.io/k6@${VERSION}`
/** Runs TypeScript without a flag, and has k6/websockets. */
const LEAST: Version = [1, 6]
/** The Go version that its go.mod requires. */
const LEAST_GO: Version = [1, 25]
const BUILD_MS = 900_000

/** @returns the program @throws StartError that names what is missing, and how to get it */
export async function findK6(say: (line: string) => void): Promise<string> {
  const version = await versionOf('k6', process.env, 'version')
  if (version && isAtLeast(version, LEAST)) return 'k6'
  const folder = join(cacheFolder(), `k6-${VERSION}-${process.platform}-${process.arch}`)
  const program = join(folder, 'k6')
  if (existsSync(program)) return program
  if (version) say(`k6 ${version.join('.')} on PATH is older than ${LEAST.join('.')}`)
  const lock = await waitForLock(folder, () => say('waiting for another run that builds k6'))
  try {
    if (!existsSync(program)) await build(folder, say)
  } finally {
    await lock.release()
  }
  return program
}

async function build(folder: string, say: (line: string) => void): Promise<void> {
  const go = await findGo(say, { least: LEAST_GO })
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  say(`building ${MODULE} with Go, once; this takes a few minutes`)
  try {
    const env = { ...go.env, GOBIN: part }
    await run(go.command, ['install', '-trimpath', '-ldflags=-s -w', MODULE], { env, timeout: BUILD_MS, maxBuffer: 32 << 20 })
  } catch (error) {
    throw new StartError(`k6 could not be built: ${String((error as { stderr?: string }).stderr ?? error).slice(-600)}`)
  }
  renameSync(part, folder)
}
