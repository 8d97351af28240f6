import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import { watchPresses } from './stray-presses.ts'

beforeEach(() => {
  jest.useFakeTimers()
  // Node has no window: this one receives the events of a browser.
  Object.assign(globalThis, { window: new EventTarget() })
})
afterEach(() => void jest.useRealTimers())

/** @returns whether the press has reached the page */
function press(type: 'pointerdown' | 'click', clientX: number): boolean {
  return window.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { clientX, clientY: 10 }))
}

test('the second press of a double press that closed a layer reaches nothing under it', () => {
  const layerHasGone = watchPresses()
  press('pointerdown', 100)
  expect(press('click', 100)).toBe(true)
  layerHasGone()
  expect([press('click', 104), press('click', 300)]).toEqual([false, true])
  jest.advanceTimersByTime(TIME.buttonsIgnorePresses)
  expect(press('click', 104)).toBe(true)
})

test('a layer that closed long after its last press drops none', () => {
  const layerHasGone = watchPresses()
  press('pointerdown', 100)
  jest.advanceTimersByTime(1_001)
  layerHasGone()
  expect(press('click', 100)).toBe(true)
})

test('a layer that closed without a press drops none', () => {
  watchPresses()()
  expect(press('click', 100)).toBe(true)
})
