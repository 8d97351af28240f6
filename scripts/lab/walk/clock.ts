/** The walk's time: moves the product's clock instead of waiting, also for Retry-After. */
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { WalkWorld } from './world.ts'

/** A request that is refused this many times after waiting for Retry-After has failed. */
const MAX_TRIES = 4

export class WalkClock {
  readonly #world: WalkWorld
  #ahead = 0
  #moving: Promise<void> | undefined
  limited = 0

  constructor(world: WalkWorld) {
    this.#world = world
  }

  now = (): number => Date.now() + this.#ahead

  async advance(milliseconds: number): Promise<void> {
    await this.#world.clock.shift(milliseconds)
    this.#ahead += milliseconds
  }

  /** Requests that are refused together wait together. */
  #waitFor(seconds: number): Promise<void> {
    this.#moving ??= this.advance(seconds * 1_000).finally(() => {
      this.#moving = undefined
    })
    return this.#moving
  }

  /** Retries a rate-limited request at the time of its Retry-After. */
  async patiently(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await send()
      if (answer.status !== 429 || tries === MAX_TRIES) return answer
      this.limited += 1
      await this.#waitFor(Number(answer.headers['retry-after']) || 60)
    }
  }
}
