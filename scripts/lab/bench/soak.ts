/**
 * `npm run bench -- soak [minutes] [--sockets N]`: the product under an even load (rings, idle pages, one call after another) for as long
 * as is asked. Whether anything fails, and whether the memory of a process grows.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Resident } from '#scripts/testing/people.ts'
import { ALL_SERVICES, type Stack, startStack } from '#scripts/testing/stack.ts'
import { inTime } from '#scripts/testing/wait.ts'
import { type NodeOptions, nodeOptions } from './heap.ts'
import { forAll, registerAll, requireDescriptors } from './many-residents.ts'
import { identityOf, PageSocket } from './page-socket.ts'
import { saveReport } from './report.ts'
import { type Arrivals, ringAtRate } from './ring-load.ts'
import { callsInTurn, type SoakCall } from './soak-calls.ts'
import { printSoak, quantilesOf, type SoakError, type SoakResults, type Window } from './soak-report.ts'
import { type Sample, Sampler } from './soak-samples.ts'

const RATE = 10
const CALLS = 4
const SAMPLE_EVERY_MS = 30_000
const WINDOW_MINUTES = 10
/** A run that is shorter than three windows has three shorter ones. */
const LEAST_WINDOWS = 3
const MS_PER_MINUTE = 60_000
const OPENS_WITHIN_MS = 60_000
/** A product in which everything fails would otherwise fill the memory with errors. */
const MOST_ERRORS = 1_000

/** Samples, errors and pages are kept in memory. */
const MOST = { minutes: 24 * 60, sockets: 20_000 } as const

export type SoakOptions = { readonly minutes: number; readonly sockets: number }

/** @returns whether every bound is shown to hold */
export async function benchSoak({ minutes, sockets }: SoakOptions): Promise<boolean> {
  const soak = new Soak({ minutes: Math.min(minutes, MOST.minutes), sockets: Math.min(sockets, MOST.sockets) })
  requireDescriptors(soak.results.sockets)
  const interrupt = () => soak.interrupt()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  const flags = await nodeOptions(ALL_SERVICES)
  const world = await startStack({ durable: true, envOf: flags.envOf })
  try {
    await soak.run(world, flags)
  } finally {
    soak.save()
    // A service that was interrupted together with this process may have ended before its connections.
    await world.stop().catch((error: unknown) => soak.fail(`stop: ${String(error)}`))
  }
  return printSoak(soak.results)
}

class Soak {
  readonly #options: SoakOptions
  readonly #over = new AbortController()
  readonly #windows: Window[] = []
  readonly #samples: Sample[] = []
  readonly #errors: SoakError[] = []
  readonly #calls: SoakCall[] = []
  /** When the rings begin, as of `performance.now()`. */
  #began = Number.POSITIVE_INFINITY
  #interruptedAt: number | undefined

  constructor(options: SoakOptions) {
    this.#options = options
  }

  get results(): SoakResults {
    return {
      ...this.#options,
      calls: CALLS,
      interruptedAt: this.#interruptedAt,
      windows: this.#windows,
      samples: this.#samples,
      done: this.#calls,
      errors: this.#errors,
    }
  }

  /** Ends the run early; it reports what it has. */
  interrupt(): void {
    if (this.#over.signal.aborted) return
    console.log('interrupted: the report is of what was measured until now')
    this.#interruptedAt = this.#minute()
    this.#over.abort()
  }

  fail(reason: string, minute = this.#minute()): void {
    if (this.#errors.length < MOST_ERRORS) this.#errors.push({ minute, reason })
  }

  save(): void {
    saveReport('soak', this.results)
  }

  async run(world: Stack, flags: NodeOptions): Promise<void> {
    const until = this.#over.signal
    const arrivals: Arrivals = new Map()
    const pages: PageSocket[] = []
    const onError = (reason: string) => this.fail(reason)
    try {
      const residents = await registerAll(world, this.#options.sockets, until)
      await forAll(residents, 'pages open', (resident) => this.#openPage(world, resident, arrivals, pages), until)
      const milliseconds = this.#options.minutes * MS_PER_MINUTE
      this.#began = performance.now()
      const timer = setTimeout(() => this.#over.abort(), milliseconds)
      const calls = { world, count: CALLS, milliseconds, until, onError, onCall: (call: SoakCall) => void this.#calls.push(call) }
      const parts = [this.#ring(world, residents, arrivals), this.#sample(new Sampler(world, flags, onError)), callsInTurn(calls)]
      // What fails is reported; the rest goes on.
      await Promise.all(parts.map((part) => part.catch((error: unknown) => onError(String(error)))))
      clearTimeout(timer)
    } catch (error) {
      if (!until.aborted) throw error
    } finally {
      this.#over.abort()
      for (const page of pages) page.close()
    }
  }

  /** The page reports each ring as delivered, as the app does. */
  async #openPage(world: Stack, resident: Resident, arrivals: Arrivals, pages: PageSocket[]): Promise<void> {
    const page: PageSocket = new PageSocket(identityOf(resident), () => [`${world.url.replace('http', 'ws')}/ws`], {
      onRegistered: () => undefined,
      onClosed: (reason) => {
        if (!this.#over.signal.aborted) this.fail(`a page was closed: ${reason}`)
      },
      onFrame: (frame) => {
        if (frame.type === 'error') this.fail(`error frame: ${frame.code}`)
        if (frame.type !== 'doorbell_ring') return
        arrivals.set(frame.activityId, performance.now())
        page.send({ type: 'receipt', activityId: frame.activityId, state: 'delivered' })
      },
    })
    pages.push(page)
    await inTime('a page to open', page.open(), OPENS_WITHIN_MS)
  }

  async #ring({ url }: Stack, residents: readonly Resident[], arrivals: Arrivals): Promise<void> {
    const { minutes } = this.#options
    const seconds = Math.round(Math.min(WINDOW_MINUTES, minutes / LEAST_WINDOWS) * 60)
    const until = this.#over.signal
    for (let rung = 0; rung < minutes * 60 * RATE && !until.aborted; rung += seconds * RATE) {
      const minute = this.#minute()
      // A ring's id is needed only until its frame has arrived.
      arrivals.clear()
      const doors = Array.from({ length: seconds * RATE }, (_, index) => residents[(rung + index) % residents.length]?.user.qrCodeId ?? '')
      const { answers, frames, failures } = await ringAtRate({ url, rate: RATE, seconds, doors }, arrivals, until)
      for (const { sent, reason } of failures) this.fail(reason, (sent - this.#began) / MS_PER_MINUTE)
      if (!answers.length) continue
      const window = { minute, rings: answers.length, answers: quantilesOf(answers), frames: quantilesOf(frames) }
      this.#windows.push(window)
      console.log(`minute ${this.#minute().toFixed(0)}: ${JSON.stringify(window)}, ${this.#errors.length} errors`)
      this.save()
    }
  }

  async #sample(sampler: Sampler): Promise<void> {
    const until = this.#over.signal
    for (let count = 1; !until.aborted; count += 1) {
      try {
        const sample = await sampler.take(this.#minute())
        if (!until.aborted) this.#samples.push(sample)
      } catch (error) {
        this.fail(`no sample: ${String(error)}`)
      }
      const wait = this.#began + count * SAMPLE_EVERY_MS - performance.now()
      await pause(Math.max(0, wait), undefined, { signal: until }).catch(() => undefined)
    }
  }

  #minute(): number {
    return Math.max(0, performance.now() - this.#began) / MS_PER_MINUTE
  }
}
