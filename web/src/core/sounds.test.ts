/** Node has no loudspeaker: the players write down what they were told. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { CHIMES, SOUNDS } from '#proto/limits.ts'
import { createSounds } from './sounds.ts'

let told: string[] = []
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
    told.push(`${this.#url} at ${this.volume}`)
  }
  pause(): void {
    told.push(`${this.#url} stops`)
  }
}
const { Audio: none } = globalThis

beforeEach(() => {
  told = []
  jest.useFakeTimers()
  Object.assign(globalThis, { Audio: Player })
})
afterEach(() => {
  jest.useRealTimers()
  Object.assign(globalThis, { Audio: none })
})

test('a door’s chime sounds at once and every four seconds while it rings, and stops with it [S-modal-sound]', () => {
  const stop = createSounds().startRinging(CHIMES.gong)
  jest.advanceTimersByTime(8_500)
  expect(told).toEqual(Array(3).fill(`${CHIMES.gong} at 0.7`))
  stop()
  expect(told.slice(3)).toEqual([`${CHIMES.gong} stops`])
  jest.advanceTimersByTime(60_000)
  expect(told).toHaveLength(4)
})

test('an answer’s tone sounds once', () => {
  createSounds().play('connected')
  jest.advanceTimersByTime(60_000)
  expect(told).toEqual([`${SOUNDS.connected} at 1`])
})
