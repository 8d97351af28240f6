/** One service's process: started, told apart by its name in the log, started again when it crashes, ended in good time. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { RotatingLog } from '../servers/rotating-log.ts'
import { StartError } from '../servers/server.ts'
import { forwardLines } from './log-lines.ts'
import type { Account } from './step-down.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
/** A process that lived this long has earned the short pause again. */
const STEADY_MS = 30_000
/** Wrong configuration (sysexits.h EX_CONFIG): starting again would not help. */
const EX_CONFIG = 78
const LAST_LINES_MS = 30
/** Enough for a whole stack. */
const REMEMBERED_LINES = 40

export type ServiceRecipe = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  /** Whom it runs as; absent: as ourselves. */
  readonly account?: Account | undefined
  readonly logFolder: string
  /** Every line, already shortened. */
  show(name: string, line: string): void
  /** A crash, with its reason and when the next start comes. */
  crashed(name: string, reason: string): void
  noted(name: string, pid: number | undefined): void
}

/** The pause before start number `crashes + 1`: 250 ms, doubling, at most 10 s. */
export function pauseAfter(crashes: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, crashes - 1), LONGEST_PAUSE_MS)
}

export class SupervisedService {
  readonly #recipe: ServiceRecipe
  readonly #log: RotatingLog
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #crashes = 0
  #wanted = true
  #port: number | undefined
  #lastWords: string[] = []

  private constructor(recipe: ServiceRecipe) {
    this.#recipe = recipe
    this.#log = new RotatingLog(recipe.logFolder, recipe.name)
  }

  /** Resolves when the service has said that it is ready. @throws StartError on wrong configuration, or when it never comes up */
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

  /** The service's own HTTP port, as it said. */
  get port(): number | undefined {
    return this.#port
  }

  /** Ends the process now and starts it again at once: its sources have changed. */
  restart(): void {
    this.#crashes = 0
    if (this.#child) this.#child.kill('SIGTERM')
    else this.#again(0)
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
    // Detached: Ctrl-C reaches the whole foreground group, but the order of the end is ours.
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, ...account })
    this.#child = child
    this.#recipe.noted(this.name, child.pid)
    child.once('error', (error) => this.#lastWords.push(error.message))
    for (const stream of [child.stdout, child.stderr]) if (stream) this.#forward(stream)
    const pipe = child.stdio[3] as Readable
    pipe.on('error', () => undefined)
    createInterface({ input: pipe })
      .on('line', (line) => {
        this.#port = (JSON.parse(line) as { ready?: { http?: number } }).ready?.http
        ready()
      })
      .on('error', () => undefined)
    // Its last lines may still be on their way when it has ended.
    child.once('exit', (code, signal) => setTimeout(() => this.#ended(code, signal, Date.now() - from, ready, refused), LAST_LINES_MS))
  }

  #ended(code: number | null, signal: string | null, livedMs: number, ready: () => void, refused: (error: Error) => void): void {
    this.#child = undefined
    this.#recipe.noted(this.name, undefined)
    if (!this.#wanted) return
    if (code === EX_CONFIG) {
      refused(new StartError(`${this.#quote()}.`))
      return
    }
    this.#crashes = livedMs > STEADY_MS ? 1 : this.#crashes + 1
    const pause = code === 0 ? 0 : pauseAfter(this.#crashes)
    if (code !== 0)
      this.#recipe.crashed(this.name, `${signal ?? `exit ${code}`}, again in ${pause / 1000} s${code === null ? '' : `: ${this.#quote()}`}`)
    this.#again(pause, ready, refused)
  }

  #again(pause: number, ready?: () => void, refused?: (error: Error) => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#launch(ready, refused), pause)
  }

  #forward(stream: Readable): void {
    const show = (line: string) => this.#recipe.show(this.name, line)
    forwardLines(stream, this.#log, show, (line) => {
      this.#lastWords = [...this.#lastWords.slice(1 - REMEMBERED_LINES), line]
    })
  }

  /** What it said last; a stack's first line says most. */
  #quote(): string {
    const error = this.#lastWords.findLast((line) => /^\s*\w*Error\b|configuration:|^(error|fatal) /.test(line))
    return (error ?? this.#lastWords.at(-1) ?? 'it said nothing').trim().replace(/\.$/, '')
  }
}
