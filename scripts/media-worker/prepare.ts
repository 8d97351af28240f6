/** Makes the media worker: fetched where that works, built otherwise; once per version and machine, whoever asks first. */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { waitForLock } from '../bootstrap/lock.mjs'
import { StartError } from '../servers/server.ts'
import { buildWorker } from './build.ts'
import { workerRuns } from './check.ts'
import { downloadWorker } from './download.ts'
import { workerPath } from './paths.ts'
import { findToolchain } from './toolchain.ts'

/** Measured: 13 minutes of one core. */
const CORE_MINUTES = 13

/**
 * @param say told what happens, in a person's words
 * @returns the worker's path
 * @throws StartError with what to install, or with the compiler's last words
 */
export async function prepareWorker(say: (line: string) => void): Promise<string> {
  const path = workerPath()
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const lock = await waitForLock(path, () => say('calls are being prepared by another start'))
  try {
    if (!existsSync(path)) await make(path, say)
    return path
  } finally {
    await lock.release()
  }
}

async function make(path: string, say: (line: string) => void): Promise<void> {
  const work = join(dirname(path), 'work')
  mkdirSync(join(work, 'prebuilt'), { recursive: true })
  const problem = await downloadWorker(join(work, 'prebuilt'))
  const prebuilt = join(work, 'prebuilt', 'mediasoup-worker')
  if (problem === undefined && workerRuns(prebuilt)) return install(prebuilt, path)
  say(`the official media worker could not be had (${problem ?? 'it does not run here'}): it is built here instead`)
  if (process.platform !== 'linux')
    throw new StartError(`Calls need mediasoup's worker, which is built on Linux alone, and the official one could not be had: ${problem}.`)
  const toolchain = await findToolchain(say)
  const built = await buildWorker(work, toolchain, minutes(say))
  if (!workerRuns(built)) throw new StartError("mediasoup's worker was built but does not run on this machine: calls are not available.")
  install(built, path)
  rmSync(work, { recursive: true, force: true })
}

/** It appears complete or not at all: the sfu takes it as soon as it is there. */
function install(from: string, to: string): void {
  copyFileSync(from, `${to}.new`)
  renameSync(`${to}.new`, to)
}

/** "preparing calls, 3 of about 8 min", once a minute; the guess gets better as it goes. */
export function minutes(
  say: (line: string) => void,
  now: () => number = Date.now,
  cores: number = cpus().length,
): (done: number, all: number) => void {
  const from = now()
  const guess = Math.max(2, Math.ceil(CORE_MINUTES / cores))
  let told = -1
  return (done, all) => {
    const gone = (now() - from) / 60_000
    if (Math.floor(gone) === told) return
    told = Math.floor(gone)
    const measured = done > all / 10 ? Math.ceil((gone * all) / done) : guess
    const about = `about ${Math.max(measured, told + 1)} min`
    say(`preparing calls, ${told === 0 ? about : `${told} of ${about}`}`)
  }
}
