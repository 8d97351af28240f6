/** CPU and memory of the product's processes and of k6 during a run. */
import { ownMilliseconds } from '../lab/bench/cpu.ts'
import { megabytesOf, type ProductProcess } from '../start/processes.ts'

/** Per process name: percent of one core, and megabytes (PSS), one value for each sample. */
export type Usage = Readonly<Record<string, { readonly cpu: readonly number[]; readonly megabytes: readonly number[] }>>

/** @param seconds of the run @returns seconds between two samples, of which there are at most 60 */
export const usageSeconds = (seconds: number): number => Math.max(2, Math.ceil(seconds / 60))

export class UsageSampler {
  readonly #list: () => readonly ProductProcess[]
  readonly #cpu = new Map<string, number[]>()
  readonly #memory = new Map<string, number[]>()
  readonly #timer: NodeJS.Timeout
  #used = new Map<number, number>()
  #at = performance.now()
  #bucket = 0

  /** @param list the processes now; those of one name are added up @param seconds between two samples */
  constructor(list: () => readonly ProductProcess[], seconds: number) {
    this.#list = list
    for (const { pid } of list()) this.#used.set(pid, ownMilliseconds(pid))
    this.#timer = setInterval(() => this.#sample(), seconds * 1_000)
  }

  /** @returns a value per bucket and name */
  stop(): Usage {
    clearInterval(this.#timer)
    const names = [...this.#cpu.keys()]
    return Object.fromEntries(names.map((name) => [name, { cpu: filled(this.#cpu.get(name)), megabytes: filled(this.#memory.get(name)) }]))
  }

  #sample(): void {
    const now = performance.now()
    const elapsed = now - this.#at
    const used = new Map<number, number>()
    for (const { name, pid } of this.#list()) {
      const milliseconds = ownMilliseconds(pid)
      used.set(pid, milliseconds)
      const percent = ((milliseconds - (this.#used.get(pid) ?? milliseconds)) / elapsed) * 100
      this.#add(this.#cpu, name, percent)
      this.#add(this.#memory, name, megabytesOf(pid))
    }
    this.#used = used
    this.#at = now
    this.#bucket += 1
  }

  #add(rows: Map<string, number[]>, name: string, value: number): void {
    const values = rows.get(name) ?? []
    rows.set(name, values)
    values[this.#bucket] = (values[this.#bucket] ?? 0) + value
  }
}

/** A process that ran for a part of the time has holes. */
const filled = (values: readonly number[] = []): number[] => Array.from(values, (value) => value ?? 0)
