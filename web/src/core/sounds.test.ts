/** Node cannot play sound: the players record their calls. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { CHIMES, SOUNDS } from '#proto/limits.ts'
import { createSounds } from './sounds.ts'

let calls: string[] = []
class Player {
  volume = 0
  currentTime = 0
  paused = true
  ended = false
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }
  async play(): Promise<void> {
    calls.push(`${this.#url} at ${this.volume}`)
  }
  pause(): void {
    calls.push(`${this.#url} stops`)
  }
}
const { Audio: none } = globalThis

beforeEach(() => {
  calls = []
  jest.useFakeTimers()
  Object.assign(globalThis, { Audio: Player })
})
afterEach(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { Audio: none })
})

// covers: S-modal-sound
test("a door's chime plays every four seconds while it rings", () => {
  const stop = createSounds().startRinging(CHIMES.gong)
  jest.advanceTimersByTime(8_500)
  expect(calls).toEqual(Array(3).fill(`${CHIMES.gong} at 0.7`))
  stop()
  expect(calls.slice(3)).toEqual([`${CHIMES.gong} stops`])
  jest.advanceTimersByTime(60_000)
  expect(calls).toHaveLength(4)
})

test("an answer's tone plays once", () => {
  createSounds().play('connected')
  jest.advanceTimersByTime(60_000)
  expect(calls).toEqual([`${SOUNDS.connected} at 1`])
})
