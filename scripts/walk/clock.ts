/** The walk's time: the world's clock is moved instead of waiting, also where a limit says when to come again. */
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Stack } from '#scripts/testing/stack.ts'

/** A limit that still refuses after its own Retry-After, this many times, refuses for good. */
const MOST_TRIES = 4

export class WalkClock {
  readonly #world: Stack
  #ahead = 0
  #moving: Promise<void> | undefined
  limited = 0

  constructor(world: Stack) {
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

  /** Sends once more each time a limit refuses, at the time that its Retry-After names. */
  async patiently(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await send()
      if (answer.status !== 429 || tries === MOST_TRIES) return answer
      this.limited += 1
      await this.#waitFor(Number(answer.headers['retry-after']) || 60)
    }
  }
}
