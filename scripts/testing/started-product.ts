/** A product started by the supervisor, as a person starts it, with its own port and data directory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { portProblem } from '#scripts/servers/ports.ts'
import { eventually } from './wait.ts'

const READY_MS = 150_000
const SUPERVISOR = [process.execPath, join(ROOT, 'scripts', 'start', 'main.ts')] as const

export type StartedProduct = {
  readonly process: ChildProcess
  /** Its exit code. */
  readonly ended: Promise<number | null>
  /** What it has printed so far. */
  output(): string
}

/**
 * @param env beside PORT and DATA_DIR; without a media worker unless it names one
 * @param command by default the supervisor without options
 */
export function startProduct(
  env: Readonly<Record<string, string>> & { readonly PORT: string; readonly DATA_DIR: string },
  [command, ...args]: readonly [string, ...string[]] = SUPERVISOR,
): StartedProduct {
  let output = ''
  const { PATH, HOME } = process.env
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH, HOME, OPEN: '0', MEDIASOUP_WORKER_BIN: join(env.DATA_DIR, 'none'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { process: child, ended: once(child, 'close').then(([code]) => code as number | null), output: () => output }
}

/** The supervisor with options, as in `npm start -- --gateway 2`. */
export const supervisorWith = (...options: readonly string[]): readonly [string, ...string[]] => [...SUPERVISOR, ...options]

/** @returns the line that says that it is ready @throws Error with its output */
export function readyLine(run: StartedProduct): Promise<string> {
  const find = () => {
    const found = run
      .output()
      .split('\n')
      .find((line) => line.startsWith('ready'))
    if (!found) throw new Error(run.output())
    return found
  }
  return eventually('the line "ready"', find, READY_MS)
}

/** Every process that a data directory names. */
export function pidsIn(dataDir: string): Record<string, number> {
  const folder = join(dataDir, 'run')
  const files = existsSync(folder) ? readdirSync(folder) : []
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')).pid as number]),
  )
}

/** A free port below the range of outgoing connections: another process could take a port of that range between two starts. */
export async function steadyPort(): Promise<number> {
  const chosen = 20_000 + Math.floor(Math.random() * 10_000)
  return (await portProblem(chosen, '127.0.0.1')) === undefined ? chosen : steadyPort()
}
