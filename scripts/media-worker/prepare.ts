/** Prepares the media worker: downloads it, else builds it; once per version and machine. */
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { waitForLock } from '../bootstrap/lock.mjs'
import { StartError } from '../servers/server.ts'
import { buildWorker } from './build.ts'
import { workerRuns } from './check.ts'
import { downloadWorker, prebuiltWorker, rememberChecksum } from './download.ts'
import { workerPath } from './paths.ts'
import { findToolchain } from './toolchain.ts'

/** Measured: 3 minutes of one core, or 4 on a busy machine. */
const CORE_MINUTES = 4
/** More cores wait for its largest files. */
const MOST_CORES = 4

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
  const official = await takeOfficial(prebuilt, say)
  if ('problem' in official) say(`the official media worker could not be had (${official.problem}): it is built here instead`)
  const worker = 'problem' in official ? await build(work, say) : official.path
  if (runProblem(worker)) throw new StartError("mediasoup's worker was built but does not run on this machine: calls are not available.")
  install(worker, path)
  rmSync(work, { recursive: true, force: true })
}

async function takeOfficial(folder: string, say: Say): Promise<{ readonly path: string } | { readonly problem: string }> {
  const wanted = prebuiltWorker()
  const taken = await downloadWorker(folder, wanted)
  if ('problem' in taken) return taken
  const path = join(folder, 'mediasoup-worker')
  const problem = runProblem(path)
  if (problem) return { problem }
  if (wanted.sha256 === undefined) {
    rememberChecksum(wanted, taken.sha256)
    say(`took ${new URL(wanted.url).host}'s media worker; its SHA-256, ${taken.sha256}, is remembered`)
  }
  return { path }
}

const runProblem = (worker: string): string | undefined => (workerRuns(worker) ? undefined : 'it does not run here')

async function buildHere(work: string, say: Say): Promise<string> {
  if (process.platform !== 'linux')
    throw new StartError("Calls need mediasoup's worker, which is built on Linux alone, and the official one could not be had.")
  return buildWorker(work, await findToolchain(say), percent(say))
}

/** Moves the worker into place atomically, because the sfu uses it as soon as it exists. */
function install(from: string, to: string): void {
  copyFileSync(from, `${to}.new`)
  renameSync(`${to}.new`, to)
}

/** A line for the progress of the build: "preparing calls, 40 %, about 2 min left"; a new one after a change by a tenth or a minute. */
export function percent(
  say: (line: string) => void,
  now: () => number = Date.now,
  cores: number = cpus().length,
): (done: number, all: number) => void {
  const from = now()
  let last = ''
  return (done, all) => {
    const goneMs = now() - from
    // The first steps are small ones.
    const leftMs =
      done > all / 4 ? (goneMs * (all - done)) / done : Math.max(0, (CORE_MINUTES * 60_000) / Math.min(cores, MOST_CORES) - goneMs)
    const line = `preparing calls, ${Math.floor((done / all) * 10) * 10} %, about ${Math.max(1, Math.ceil(leftMs / 60_000))} min left`
    if (line !== last) say(line)
    last = line
  }
}
