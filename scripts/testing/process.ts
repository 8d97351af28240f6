/** A service process of a test, started with the supervisor's protocol: a pipe on fd 3 reports readiness and, when closed, stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { bundleOf } from '#scripts/start/bundles.ts'
import { linesWith, secretsOf } from './log-secrets.ts'
import { inTime } from './wait.ts'

const READY_MS = 120_000
const STOP_MS = 12_000
const SHOWN_LINES = 200

export class ServiceProcess {
  readonly name: string
  readonly #env: NodeJS.ProcessEnv
  readonly #lines: string[] = []
  #child: ChildProcess | undefined
  #httpPort = 0
  #onExit: (() => void) | undefined
  #ending = false
  #ready = false

  private constructor(name: string, env: NodeJS.ProcessEnv) {
    this.name = name
    this.#env = env
  }

  /** @throws Error with the end of the process's output if it does not become ready */
  static async start(name: string, env: NodeJS.ProcessEnv): Promise<ServiceProcess> {
    const process = new ServiceProcess(name, env)
    await process.start()
    return process
  }

  /** Where its /healthz, /readyz and /metrics are. */
  get http(): string {
    return `http://127.0.0.1:${this.#httpPort}`
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The last part of its output. */
  get log(): string {
    return this.#lines.slice(-SHOWN_LINES).join('\n')
  }

  /** @returns the lines of its output that contain a secret of its environment, or one of `secrets` */
  leaks(secrets: readonly string[]): string[] {
    return linesWith([...secretsOf(this.#env), ...secrets], this.#lines).map((line) => `${this.name} logs a secret: ${line}`)
  }

  /** Whether it has reported ready, and has not ended since. */
  get ready(): boolean {
    return this.#ready && this.running
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Called when it ends without `end`, by a crash or a kill. */
  onExit(callback: () => void): void {
    this.#onExit = callback
    this.#watch()
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [bundleOf(ROOT, this.name)], {
      cwd: ROOT,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#ending = false
    this.#ready = false
    this.#watch()
    child.stdout?.on('data', (chunk: Buffer) => this.#keep(chunk))
    child.stderr?.on('data', (chunk: Buffer) => this.#keep(chunk))
    try {
      this.#httpPort = await inTime(`${this.name} to be ready`, readiness(child), READY_MS)
      this.#ready = true
    } catch (error) {
      child.kill('SIGKILL')
      throw new Error(`${this.name} did not start: ${error instanceof Error ? error.message : String(error)}\n${this.log}`, {
        cause: error,
      })
    }
  }

  /** @param within milliseconds, then SIGKILL @returns after the process has ended */
  async end(signal: NodeJS.Signals, within = STOP_MS): Promise<void> {
    const child = this.#child
    if (!child || !this.running) return
    this.#ending = signal !== 'SIGKILL'
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    await inTime(`${this.name} to end`, ended, within).catch((error: unknown) => {
      child.kill('SIGKILL')
      throw error
    })
  }

  #watch(): void {
    const child = this.#child
    if (!this.#onExit || !child) return
    child.once('exit', () => {
      if (!this.#ending && this.#child === child) this.#onExit?.()
    })
  }

  #keep(chunk: Buffer): void {
    const text = chunk.toString().trimEnd()
    if (process.env.TEST_LOG) process.stderr.write(`[${this.name}] ${text}\n`)
    this.#lines.push(...text.split('\n'))
  }
}

/** @returns the HTTP port of the line `{"ready":{"http":<port>}}` on fd 3 */
function readiness(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const pipe = child.stdio[3] as Duplex
    let received = ''
    pipe.on('error', () => undefined)
    pipe.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      const line = received.split('\n')[0]
      if (received.includes('\n') && line) resolve((JSON.parse(line) as { ready: { http: number } }).ready.http)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`ended with ${signal ?? code}`)))
  })
}

/** The processes that a process has started itself (proc(5): the fourth field of stat). Empty except on Linux. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((candidate) => parentOf(candidate) === pid)
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}
