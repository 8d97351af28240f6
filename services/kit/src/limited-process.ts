/**
 * Runs another program (ffmpeg) on untrusted files: without our environment, at low priority, with limits of CPU time, memory and
 * files that the kernel enforces, and confined to one folder (confinement.ts).
 */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { confine, findSupport, gapsOf, type Reach, type Support } from './confinement.ts'
import type { Log } from './log.ts'

export type ProcessLimits = {
  readonly cpuSeconds: number
  /** Of its address space. */
  readonly memoryBytes: number
  /** After this time it is killed. */
  readonly wallMs: number
  /** 0 to 19, the lowest priority. */
  readonly nice: number
  readonly network: Reach['network']
}

const BLOCK = 1_024
const SEARCHED = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'
/** `exec` leaves one process, so that a signal reaches the program. */
const SHELL = 'ulimit -c 0 && ulimit -t "$1" && ulimit -v "$2" && shift 2 && exec "$@"'
let support: Support | undefined

/** What this machine can confine; tested once. */
export function supportHere(): Support {
  support ??= findSupport()
  return support
}

/** Logs at the start what the machine's kernel cannot confine. */
export function warnOfGaps(log: Log): void {
  const gaps = gapsOf(supportHere())
  if (gaps.length > 0) log.warn({ gaps }, 'ffmpeg is not fully confined on this machine')
}

type Spawned = { readonly cwd: string; readonly stdio: StdioOptions; readonly signal?: AbortSignal }

/**
 * @param program an absolute path; it may read and write in `cwd` alone
 * @returns the process; the caller reads its output and waits for its `exit`
 */
export function spawnLimited(
  program: string,
  args: readonly string[],
  limits: ProcessLimits,
  { cwd, stdio, signal }: Spawned,
  confinedBy: Support = supportHere(),
): ChildProcess {
  const { cpuSeconds, memoryBytes, wallMs, nice, network } = limits
  const confined = confine([program, ...args], { folder: cwd, network }, confinedBy)
  const inner = ['nice', '-n', String(nice), ...confined]
  return spawn('/bin/sh', ['-c', SHELL, 'sh', String(cpuSeconds), String(Math.ceil(memoryBytes / BLOCK)), ...inner], {
    cwd,
    stdio,
    env: { PATH: SEARCHED, HOME: cwd, LANG: 'C' },
    // Its own process group, which signalLimited reaches.
    detached: true,
    timeout: wallMs,
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  })
}

/** A signal to the program itself, also where `unshare` waits for it and would keep the signal. */
export function signalLimited({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Runs a program to its end. @returns its output @throws Error with the end of its error output */
export async function runLimited(
  program: string,
  args: readonly string[],
  limits: ProcessLimits,
  { cwd, signal }: Omit<Spawned, 'stdio'>,
): Promise<string> {
  const child = spawnLimited(program, args, limits, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...(signal && { signal }) })
  let [printed, complained] = ['', '']
  child.stdout?.on('data', (data: Buffer) => {
    printed = (printed + data.toString()).slice(-KEPT)
  })
  child.stderr?.on('data', (data: Buffer) => {
    complained = (complained + data.toString()).slice(-KEPT)
  })
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal ?? 'unknown'))
  })
  if (code !== 0) throw new Error(`${program.split('/').at(-1)} ended with ${code}: ${complained.trim().slice(-QUOTED)}`)
  return printed
}

const KEPT = 64_000
const QUOTED = 600
