/** A spawned server process: retries free ports, restarts after crashes, stops gracefully. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './ports.ts'
import { RotatingLog } from './rotating-log.ts'
import { type Server, StartError } from './server.ts'

const PORT_TRIES = 5
const RESUME_TRIES = 20
const RESUME_PAUSE_MS = 100
const READY_MS = 60_000
const POLL_MS = 15
const KILL_AFTER_MS = 5_000
const LONGEST_PAUSE_MS = 10_000
const QUOTED_LINES = 3

export type Launch = {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

export type ServerRecipe = {
  readonly name: string
  /** Called before each launch, with the port to use; may write a configuration. */
  launch(port: number): Promise<Launch> | Launch
  /** True once the server answers its own protocol on the port. */
  answers(port: number): Promise<boolean>
  url(port: number): string
  /** The folder of its log, `<name>.log`. */
  readonly logFolder: string
  readonly stopSignal: NodeJS.Signals
  /** Enables restarts after a crash; called with the reason. */
  readonly onCrash?: (reason: string) => void
  /** Called for each started process. */
  readonly onUp?: (pid: number | undefined) => void
}

export class SpawnedServer implements Server {
  readonly #recipe: ServerRecipe
  readonly #log: RotatingLog
  #lastLines: readonly string[] = []
  #child: ChildProcess | undefined
  #port = 0
  #wanted = false
  #stopping = false

  private constructor(recipe: ServerRecipe) {
    this.#recipe = recipe
    this.#log = new RotatingLog(recipe.logFolder, recipe.name)
  }

  /** @throws StartError with the end of the server's log */
  static async start(recipe: ServerRecipe): Promise<SpawnedServer> {
    const server = new SpawnedServer(recipe)
    for (let tries = 1; ; tries += 1) {
      server.#port = await freePort()
      try {
        await server.#launch()
        return server
      } catch (error) {
        if (tries === PORT_TRIES || !/address already in use/i.test(String(error))) throw error
      }
    }
  }

  get name(): string {
    return this.#recipe.name
  }

  get url(): string {
    return this.#recipe.url(this.#port)
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  async resume(): Promise<void> {
    this.#stopping = false
    for (let tries = 1; !this.#child; tries += 1) {
      try {
        await this.#launch()
      } catch (error) {
        // PostgreSQL's child processes notice a delay after the kill that it has ended, and hold its shared memory until then.
        if (tries === RESUME_TRIES || !/still in use/.test(String(error))) throw error
        await wait(RESUME_PAUSE_MS)
      }
    }
  }

  async stop(): Promise<void> {
    this.#wanted = false
    this.#stopping = true
    await this.#end(this.#recipe.stopSignal)
  }

  async kill(): Promise<void> {
    this.#wanted = false
    this.#stopping = true
    await this.#end('SIGKILL')
  }

  async #launch(): Promise<void> {
    const { command, args, env, cwd } = await this.#recipe.launch(this.#port)
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(env ? { env } : {}),
      ...(cwd ? { cwd } : {}),
    })
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', (line) => this.#keep(line))
    this.#child = child
    this.#wanted = true
    let failed: string | undefined
    child.once('error', (error) => {
      failed = error.message
    })
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    // `close` follows `exit`, once the last lines have been read.
    child.once('close', (code, signal) => {
      failed ??= signal ?? `exit ${code}`
    })
    await this.#untilReady(() => failed)
    this.#recipe.onUp?.(child.pid)
    child.once('close', (code, signal) => void this.#crashed(signal ?? `exit ${code}`))
  }

  async #untilReady(failure: () => string | undefined): Promise<void> {
    const deadline = Date.now() + READY_MS
    while (failure() === undefined && Date.now() < deadline) {
      if (await this.#recipe.answers(this.#port)) return
      await wait(POLL_MS)
    }
    this.#wanted = false
    await this.#end('SIGKILL')
    throw new StartError(`${this.name} did not start (${failure() ?? `silent for ${READY_MS / 1000} s`}): ${this.#lastWords()}`)
  }

  async #crashed(reason: string): Promise<void> {
    if (!this.#wanted) return
    this.#recipe.onCrash?.(reason.startsWith('SIG') ? reason : `${reason}: ${this.#lastWords()}`)
    for (let pause = 250; this.#wanted && !this.#child; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await wait(pause)
      if (!this.#wanted) return
      await this.#launch().catch((error: Error) => {
        this.#wanted = !this.#stopping
        this.#recipe.onCrash?.(error.message)
      })
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
    await ended
    clearTimeout(late)
  }

  #keep(line: string): void {
    this.#log.write(line)
    this.#lastLines = [...this.#lastLines.slice(1 - QUOTED_LINES), line]
  }

  /** The end of the log, which explains more than an exit code. */
  #lastWords(): string {
    return `${this.#lastLines.join(' / ')} (${join(this.#recipe.logFolder, this.name)}.log)`
  }
}
