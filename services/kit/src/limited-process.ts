/**
 * Runs another program (ffmpeg) on what strangers have sent: without our environment, at low priority, and with limits of CPU time, memory
 * and files that the kernel enforces. On Linux it can gain no privileges and has no capabilities.
 */
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'

export type ProcessLimits = {
  readonly cpuSeconds: number
  /** Of its address space. */
  readonly memoryBytes: number
  /** After this time it is killed. */
  readonly wallMs: number
  /** 0 to 19, the lowest priority. */
  readonly nice: number
}

const BLOCK = 1_024
const SEARCHED = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'
/** `exec` leaves one process, so that a signal reaches the program. */
const SHELL = 'ulimit -c 0 && ulimit -t "$1" && ulimit -v "$2" && shift 2 && exec "$@"'
let confinement: readonly string[] | undefined

/** util-linux's setpriv, where it is there. */
function confined(): readonly string[] {
  if (confinement) return confinement
  try {
    const help =
      process.platform === 'linux' ? execFileSync('setpriv', ['--help'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) : ''
    // The kernel ends the program with its parent, however that ends (prctl(2), PR_SET_PDEATHSIG).
    const ending = help.includes('--pdeathsig') ? ['--pdeathsig', 'KILL'] : []
    // A start as root, which only tests have.
    const bounding = process.getuid?.() === 0 ? ['--bounding-set=-all'] : []
    confinement = help.includes('--no-new-privs') ? ['setpriv', '--no-new-privs', '--inh-caps=-all', ...bounding, ...ending, '--'] : []
  } catch {
    confinement = []
  }
  return confinement
}

/** @returns the process; the caller reads its output and waits for its `exit` */
export function spawnLimited(
  program: string,
  args: readonly string[],
  limits: ProcessLimits,
  { cwd, stdio, signal }: { readonly cwd: string; readonly stdio: StdioOptions; readonly signal?: AbortSignal },
): ChildProcess {
  const { cpuSeconds, memoryBytes, wallMs, nice } = limits
  const inner = [...confined(), 'nice', '-n', String(nice), program, ...args]
  return spawn('/bin/sh', ['-c', SHELL, 'sh', String(cpuSeconds), String(Math.ceil(memoryBytes / BLOCK)), ...inner], {
    cwd,
    stdio,
    env: { PATH: SEARCHED, HOME: cwd, LANG: 'C' },
    timeout: wallMs,
    ...(signal && { signal }),
    killSignal: 'SIGKILL',
  })
}

/** Runs a program to its end. @returns what it printed @throws Error with the end of what it complained about */
export async function runLimited(
  program: string,
  args: readonly string[],
  limits: ProcessLimits,
  { cwd, signal }: { readonly cwd: string; readonly signal?: AbortSignal },
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
