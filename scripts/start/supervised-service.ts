/** Supervises one service's process: starts it, logs with its name, restarts it after a crash, stops it in time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Duplex, Readable } from 'node:stream'
import type { RotatingLog } from '../servers/rotating-log.ts'
import { StartError } from '../servers/server.ts'
import { forwardLines } from './log-lines.ts'
import type { Account } from './step-down.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** After a crash later than this, the restart has the initial delay again. */
const STEADY_MS = 30_000
/** Invalid configuration (sysexits.h EX_CONFIG): restarting would not help. */
const EX_CONFIG = 78
const LAST_LINES_MS = 30
/** Enough lines for a complete stack trace. */
const REMEMBERED_LINES = 40

export type ServiceRecipe = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** The user it runs as; absent: our own. */
  readonly account?: Account | undefined
  readonly log: RotatingLog
  /** Called with each line of output, already shortened. */
  show(name: string, line: string): void
  /** Called after a crash, with its reason and the delay until the restart. */
  crashed(name: string, reason: string): void
  /** Called when a process has been started, and when it has ended. */
  started(name: string, pid: number): void
  ended(name: string, pid: number): void
  /** Called each time the process reports ready. */
  ready?(): void
}

/** The delay before start number `crashes + 1`: 250 ms, doubling, at most 10 s. */
export function pauseAfter(crashes: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, crashes - 1), LONGEST_PAUSE_MS)
}

export class SupervisedService {
  readonly #recipe: ServiceRecipe
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #crashes = 0
  #wanted = true
  #port: number | undefined
  #lastWords: string[] = []

  private constructor(recipe: ServiceRecipe) {
    this.#recipe = recipe
  }

  /** Resolves when the service reports ready. @throws StartError on invalid configuration, or if it never becomes ready */
  static async start(recipe: ServiceRecipe, withinMs: number): Promise<SupervisedService> {
    const service = new SupervisedService(recipe)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new StartError(`${recipe.name} is not ready after ${withinMs / 1000} s: ${service.#quote()}.`)),
        withinMs,
      )
    })
    try {
      await Promise.race([new Promise<void>((ready, refused) => service.#launch(ready, refused)), late])
      return service
    } catch (error) {
      await service.stop(1_000)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get name(): string {
    return this.#recipe.name
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The HTTP port that the running process has reported. */
  get port(): number | undefined {
    return this.#port
  }

  /** Restarts the process immediately after a change of its sources. */
  restart(): void {
    this.#crashes = 0
    if (this.#child) this.#child.kill('SIGTERM')
    else this.#again(0)
  }

  /** Writes one line of JSON to the process's pipe. */
  send(message: unknown): void {
    const pipe = this.#child?.stdio[3] as Duplex | undefined
    if (pipe?.writable) pipe.write(`${JSON.stringify(message)}\n`)
  }

  /** SIGTERM and a closed pipe, then SIGKILL. */
  async stop(withinMs: number): Promise<void> {
    this.#wanted = false
    clearTimeout(this.#timer)
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), withinMs)
      await ended
      clearTimeout(late)
    }
  }

  #launch(ready: () => void = () => undefined, refused: (error: Error) => void = () => undefined): void {
    const { command, args, env, account } = this.#recipe
    const from = Date.now()
    this.#lastWords = []
    // Detached, because Ctrl-C signals the whole foreground group but we stop services in order.
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, ...account })
    this.#child = child
    if (child.pid !== undefined) this.#recipe.started(this.name, child.pid)
    const ended = (code: number | null, reason: string | null) => this.#ended(code, reason, Date.now() - from, ready, refused)
    child.once('error', (error) => {
      this.#lastWords.push(error.message)
      // A process that could not be started, for example for lack of memory, emits no `exit`.
      if (child.pid === undefined) ended(null, error.message)
    })
    for (const stream of [child.stdout, child.stderr]) if (stream) this.#forward(stream)
    const pipe = child.stdio[3] as Readable
    pipe.on('error', () => undefined)
    createInterface({ input: pipe })
      .on('line', (line) => {
        this.#port = (JSON.parse(line) as { ready?: { http?: number } }).ready?.http
        ready()
        this.#recipe.ready?.()
      })
      .on('error', () => undefined)
    // Its last lines may arrive after `exit`.
    child.once('exit', (code, signal) => setTimeout(() => ended(code, signal), LAST_LINES_MS))
  }

  /** @param reason the signal that ended it, or why it could not be started */
  #ended(code: number | null, reason: string | null, livedMs: number, ready: () => void, refused: (error: Error) => void): void {
    const pid = this.#child?.pid
    this.#child = undefined
    this.#port = undefined
    if (pid !== undefined) this.#recipe.ended(this.name, pid)
    if (!this.#wanted) return
    if (code === EX_CONFIG) {
      refused(new StartError(`${this.#quote()}.`))
      return
    }
    this.#crashes = livedMs > STEADY_MS ? 1 : this.#crashes + 1
    const pause = code === 0 ? 0 : pauseAfter(this.#crashes)
    if (code !== 0)
      this.#recipe.crashed(this.name, `${reason ?? `exit ${code}`}, again in ${pause / 1000} s${code === null ? '' : `: ${this.#quote()}`}`)
    this.#again(pause, ready, refused)
  }

  #again(pause: number, ready?: () => void, refused?: (error: Error) => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#launch(ready, refused), pause)
  }

  #forward(stream: Readable): void {
    const show = (line: string) => this.#recipe.show(this.name, line)
    forwardLines(stream, this.#recipe.log, show, (line) => {
      this.#lastWords = [...this.#lastWords.slice(1 - REMEMBERED_LINES), line]
    })
  }

  /** The end of its output; of a stack trace the first line. */
  #quote(): string {
    const error = this.#lastWords.findLast((line) => /^\s*\w*Error\b|configuration:|^(error|fatal) /.test(line))
    return (error ?? this.#lastWords.at(-1) ?? 'it said nothing').trim().replace(/\.$/, '')
  }
}
