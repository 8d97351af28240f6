/** CPU time of one process, in parts of a millisecond, of all its threads: proc(5), schedstat. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** @returns milliseconds used so far by the process's threads that are alive */
export function threadMilliseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      return 0
    }
  })
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6
}

/** Measures the CPU time that work costs a process, without the idle use. */
export class CpuMeter {
  readonly #pid: number
  /** Milliseconds of CPU that the idle process uses in a millisecond. */
  #idle = 0

  constructor(pid: number) {
    this.#pid = pid
  }

  async measureIdle(ms: number): Promise<void> {
    const [used, began] = [threadMilliseconds(this.#pid), performance.now()]
    await pause(ms)
    this.#idle = (threadMilliseconds(this.#pid) - used) / (performance.now() - began)
  }

  /** @returns milliseconds of CPU that the work has cost */
  async cost(work: () => Promise<unknown>): Promise<number> {
    const [used, began] = [threadMilliseconds(this.#pid), performance.now()]
    await work()
    return threadMilliseconds(this.#pid) - used - this.#idle * (performance.now() - began)
  }
}
