/** Kills parts of a running product, one after the other, and restarts each some seconds later. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Stack } from '#scripts/testing/stack.ts'

const PARTS = ['notify', 'gateway', 'nats', 'notify', 'postgres'] as const
export type Part = (typeof PARTS)[number]
/** Milliseconds since 1970. */
export type Outage = { readonly part: Part; readonly from: number; readonly until: number }

const BETWEEN_MS = { least: 1_500, most: 6_000 }
const DOWN_MS = 3_000

export class Outages {
  readonly past: Outage[] = []
  readonly #stack: Stack
  readonly #draw: () => number
  #ended = false

  constructor(stack: Stack, draw: () => number) {
    this.#stack = stack
    this.#draw = draw
  }

  /** Runs until `end`; every part is running when it returns. */
  async run(): Promise<void> {
    for (let number = 0; !this.#ended; number += 1) {
      await pause(BETWEEN_MS.least + this.#draw() * (BETWEEN_MS.most - BETWEEN_MS.least))
      if (this.#ended) return
      const part = PARTS[number % PARTS.length] as Part
      const from = Date.now()
      await this.#kill(part)
      await pause(this.#draw() * DOWN_MS)
      await this.#startAgain(part)
      this.past.push({ part, from, until: Date.now() })
    }
  }

  end(): void {
    this.#ended = true
  }

  #kill(part: Part): Promise<void> {
    return part === 'nats' || part === 'postgres' ? this.#stack.servers[part].kill() : this.#stack.kill(part)
  }

  #startAgain(part: Part): Promise<void> {
    return part === 'nats' || part === 'postgres' ? this.#stack.servers[part].resume() : this.#stack.restart(part)
  }
}
