/** Counts results by operation or frame, and collects each kind of fault once. */
import { Fault } from '#scripts/lab/walk/fault.ts'

/** `done` and `declined` reached the handler with valid input; `refused` was refused before the handler. */
export type Result = 'done' | 'declined' | 'refused' | 'limited'
type Count = Record<Result, number>
type Found = { times: number; readonly index: number; readonly fault: Fault }

export class Tally<Name extends string> {
  readonly counts = new Map<Name, Count>()
  readonly faults = new Map<string, Found>()

  constructor(names: readonly Name[]) {
    for (const name of names) this.counts.set(name, { done: 0, declined: 0, refused: 0, limited: 0 })
  }

  add(name: Name, result: Result): void {
    const count = this.counts.get(name)
    if (count) count[result] += 1
  }

  fault(index: number, error: unknown): void {
    const fault =
      error instanceof Fault ? error : new Fault(`the client met ${String(error)}`, error instanceof Error ? error.stack : error)
    const found = this.faults.get(fault.what) ?? { times: 0, index, fault }
    found.times += 1
    this.faults.set(fault.what, found)
  }

  /** @returns how many requests of an operation reached its handler */
  reached(name: Name): number {
    const { done = 0, declined = 0 } = this.counts.get(name) ?? {}
    return done + declined
  }

  /** Operations that reached their handler too rarely. */
  below(least: number): Name[] {
    return [...this.counts.keys()].filter((name) => this.reached(name) < least)
  }

  /** Operations that never succeeded. */
  neverDone(): Name[] {
    return [...this.counts].filter(([, { done }]) => done === 0).map(([name]) => name)
  }

  get sent(): number {
    return [...this.counts.values()].reduce((sum, { done, declined, refused, limited }) => sum + done + declined + refused + limited, 0)
  }

  table(): string {
    const row = (name: string, cells: readonly (string | number)[]) =>
      name.padEnd(34) + cells.map((cell) => String(cell).padStart(9)).join('')
    const rows = [...this.counts].map(([name, { done, declined, refused, limited }]) => row(name, [done, declined, refused, limited]))
    return [row('operation or frame', ['done', 'declined', 'refused', 'limited']), ...rows].join('\n')
  }

  faultsList(again: (index: number) => string): string {
    return [...this.faults.values()]
      .map(({ times, index, fault }) => `request ${index}, ${times} times: ${fault.message}\n  again: ${again(index)}`)
      .join('\n')
  }
}
