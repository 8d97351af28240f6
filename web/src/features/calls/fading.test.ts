import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createFading, type Fading, isVirtualPress } from './fading.ts'

const FINGER = { pointerType: 'touch', width: 24, height: 24, pressure: 1, detail: 0 }
const MOUSE = { pointerType: 'mouse', width: 1, height: 1, pressure: 0.5, detail: 0 }
const TALKBACK = { pointerType: 'mouse', width: 1, height: 1, pressure: 0, detail: 0 }
const VOICE_OVER = { pointerType: 'touch', width: 0, height: 0, pressure: 0, detail: 0 }

let changes: boolean[]
let mayFade: boolean
let fading: Fading

beforeEach(() => {
  jest.useFakeTimers()
  changes = []
  mayFade = true
  fading = createFading(
    (isShown) => changes.push(isShown),
    () => mayFade,
  )
})
afterEach(() => {
  fading.close()
  jest.useRealTimers()
})
const pass = (ms: number) => jest.advanceTimersByTime(ms)

test('the controls fade four seconds after their last use', () => {
  pass(3_000)
  fading.used()
  pass(3_999)
  expect(changes).toEqual([])
  pass(1)
  expect(changes).toEqual([false])
})

test('any use shows them again at once, for another four seconds', () => {
  pass(4_000)
  fading.used()
  expect(changes).toEqual([false, true])
  pass(4_000)
  expect(changes).toEqual([false, true, false])
})

test('what keeps them shown is asked again later', () => {
  mayFade = false
  pass(20_000)
  expect(changes).toEqual([])
  mayFade = true
  pass(4_000)
  expect(changes).toEqual([false])
})

test('a press on faded controls only shows them, and the next one works', () => {
  pass(4_000)
  fading.pressed(FINGER)
  expect(changes.at(-1)).toBe(true)
  expect(fading.isOnlyShowing()).toBe(true)
  fading.pressed(FINGER)
  expect(fading.isOnlyShowing()).toBe(false)
})

test('a press works in the moment that the controls are visible', () => {
  pass(4_000)
  fading.used()
  fading.pressed(MOUSE)
  expect(fading.isOnlyShowing()).toBe(false)
})

test('a screen reader presses faded controls with one press', () => {
  pass(4_000)
  fading.pressed(TALKBACK)
  expect(fading.isOnlyShowing()).toBe(false)
  expect([TALKBACK, VOICE_OVER, FINGER, MOUSE].map(isVirtualPress)).toEqual([true, true, false, false])
})

test('nothing changes after the call', () => {
  fading.close()
  pass(10_000)
  expect(changes).toEqual([])
})
