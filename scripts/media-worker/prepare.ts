/** Prepares the media worker: downloads it, else builds it; once per version and machine. */
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
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

type Say = (line: string) => void
/** Makes a worker in a folder. @returns the binary's path */
type Build = (work: string, say: Say) => Promise<string>

/**
 * @param say receives progress messages
 * @returns the worker's path
 * @throws StartError with what to install, or with the end of the compiler's output
 */
export async function prepareWorker(say: Say, build: Build = buildHere): Promise<string> {
  const path = workerPath()
  if (workerRuns(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  const lock = await waitForLock(path, () => say('calls are being prepared by another start'))
  try {
    if (!workerRuns(path)) await make(path, say, build)
    return path
  } finally {
    await lock.release()
  }
}

async function make(path: string, say: Say, build: Build): Promise<void> {
  const work = join(dirname(path), 'work')
  const prebuilt = join(work, 'prebuilt')
  mkdirSync(prebuilt, { recursive: true })
  const problem = (await downloadWorker(prebuilt)) ?? runProblem(join(prebuilt, 'mediasoup-worker'))
  if (problem) say(`the official media worker could not be had (${problem}): it is built here instead`)
  const worker = problem ? await build(work, say) : join(prebuilt, 'mediasoup-worker')
  if (runProblem(worker)) throw new StartError("mediasoup's worker was built but does not run on this machine: calls are not available.")
  install(worker, path)
  rmSync(work, { recursive: true, force: true })
}

const runProblem = (worker: string): string | undefined => (workerRuns(worker) ? undefined : 'it does not run here')

async function buildHere(work: string, say: Say): Promise<string> {
  if (process.platform !== 'linux')
    throw new StartError("Calls need mediasoup's worker, which is built on Linux alone, and the official one could not be had.")
  return buildWorker(work, await findToolchain(say), minutes(say))
}

/** Moves the worker into place atomically, because the sfu uses it as soon as it exists. */
function install(from: string, to: string): void {
  copyFileSync(from, `${to}.new`)
  renameSync(`${to}.new`, to)
}

/** "preparing calls, 3 of about 8 min", once a minute; the estimate improves over time. */
export function minutes(
  say: (line: string) => void,
  now: () => number = Date.now,
  cores: number = cpus().length,
): (done: number, all: number) => void {
  const from = now()
  const guess = Math.max(2, Math.ceil(CORE_MINUTES / cores))
  let lastMinute = -1
  return (done, all) => {
    const gone = (now() - from) / 60_000
    if (Math.floor(gone) === lastMinute) return
    lastMinute = Math.floor(gone)
    const measured = done > all / 10 ? Math.ceil((gone * all) / done) : guess
    const about = `about ${Math.max(measured, lastMinute + 1)} min`
    say(`preparing calls, ${lastMinute === 0 ? about : `${lastMinute} of ${about}`}`)
  }
}
