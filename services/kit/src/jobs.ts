/** Scheduled work. One copy never runs a job twice concurrently; each run is counted with its duration and result. */
import { performance } from 'node:perf_hooks'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { jobDuration, jobRuns } from './metrics.ts'

export type Job = {
  readonly name: string
  /** Milliseconds from the end of one run to the start of the next, with 5 % jitter, so that copies do not run in step. */
  readonly everyMs: number
  /** Milliseconds before the first run, by default `everyMs`; 0 runs the job immediately. */
  readonly firstMs?: number
  /** In every copy (row locks or compare-and-set keep copies apart), or in the one copy that holds the job's lease. */
  readonly runsIn: 'every copy' | 'one copy'
  readonly run: () => Promise<unknown>
  /** Timed by `performance.now()`, which a shifted clock does not change: an early ping would drop sockets that still answer. */
  readonly usesSteadyTime?: true
}

/** For jobs that run in one copy. @see leases.ts */
export interface Leases {
  /** Takes or renews the lease. @returns whether this copy holds it now */
  take(name: string, now: Date, until: Date): Promise<boolean>
  release(name: string): Promise<void>
}

const JITTER = 0.05
/** Another copy takes over a lease this long after its holder died. */
const LEASE_MS = 60_000
const RENEW_MS = 20_000

type Scheduled = {
  readonly job: Job
  timer: NodeJS.Timeout | undefined
  /** When the next run begins, milliseconds of the process's monotonic clock. */
  next: number
  running: Promise<void> | undefined
  again: boolean
}

export class Jobs {
  readonly #log: Log
  readonly #clock: Clock
  #leases: Leases | undefined
  readonly #scheduled = new Map<string, Scheduled>()
  #stopped = false

  constructor({ log, clock }: { readonly log: Log; readonly clock: Clock }) {
    this.#log = log
    this.#clock = clock
  }

  /**
   * @param leases of the service's own Postgres, for jobs that run in one copy
   * @throws Error for a job that runs in one copy of a service without leases
   */
  start(jobs: readonly Job[], leases?: Leases): void {
    this.#leases = leases
    for (const job of jobs) {
      if (job.runsIn === 'one copy' && !leases) throw new Error(`the job ${job.name} runs in one copy and the service has no leases`)
      const scheduled: Scheduled = { job, timer: undefined, next: 0, running: undefined, again: false }
      this.#scheduled.set(job.name, scheduled)
      this.#schedule(scheduled, job.firstMs ?? job.everyMs)
    }
  }

  /** Runs a job now instead of at its time; if it is running, once more after that run. */
  wake(name: string): void {
    const scheduled = this.#scheduled.get(name)
    if (!scheduled || this.#stopped) return
    if (scheduled.running) scheduled.again = true
    else this.#run(scheduled)
  }

  /** For tests that shift the clock: runs the jobs that would begin within these milliseconds. */
  passTime(milliseconds: number): void {
    const until = performance.now() + milliseconds
    for (const { job, next } of this.#scheduled.values()) if (!job.usesSteadyTime && next <= until) this.wake(job.name)
  }

  /** Waits for the current runs. */
  async stop(): Promise<void> {
    this.#stopped = true
    const all = [...this.#scheduled.values()]
    for (const { timer } of all) clearTimeout(timer)
    await Promise.all(all.map(({ running }) => running))
  }

  #schedule(scheduled: Scheduled, delay: number): void {
    if (this.#stopped) return
    const wait = delay * (1 + JITTER * (2 * Math.random() - 1))
    scheduled.next = performance.now() + wait
    scheduled.timer = setTimeout(() => this.#run(scheduled), wait)
  }

  #run(scheduled: Scheduled): void {
    clearTimeout(scheduled.timer)
    scheduled.again = false
    const { job } = scheduled
    scheduled.running = this.#runOnce(job).then((done) => {
      scheduled.running = undefined
      // The holder of a lease may be dead: without this a daily job would be a day late.
      const wait = done ? job.everyMs : Math.min(job.everyMs, LEASE_MS)
      this.#schedule(scheduled, scheduled.again ? 0 : wait)
    })
  }

  /** @returns false when another copy has the job's lease */
  async #runOnce({ name, runsIn, run }: Job): Promise<boolean> {
    const began = performance.now()
    try {
      if (runsIn === 'every copy') await run()
      else if (!(await this.#runWithLease(name, run))) {
        jobRuns.inc({ job_name: name, result: 'elsewhere' })
        return false
      }
      jobRuns.inc({ job_name: name, result: 'ok' })
    } catch (err) {
      jobRuns.inc({ job_name: name, result: 'failed' })
      // While the process stops, its connections are closing, so failures are expected.
      if (!this.#stopped) this.#log.warn({ err, job: name }, 'job failed, will run again')
    }
    jobDuration.observe({ job_name: name }, (performance.now() - began) / 1_000)
    return true
  }

  /** @returns false when another copy has the lease. After a failure the lease is kept until it expires. */
  async #runWithLease(name: string, run: () => Promise<unknown>): Promise<boolean> {
    const take = async () => this.#leases?.take(name, this.#clock.now(), this.#clock.in(LEASE_MS))
    if (!(await take())) return false
    const renewal = setInterval(
      () => void take().catch((err: unknown) => this.#log.warn({ err, job: name }, 'job lease not renewed')),
      RENEW_MS,
    )
    try {
      await run()
    } finally {
      clearInterval(renewal)
    }
    await this.#leases?.release(name)
    return true
  }
}
