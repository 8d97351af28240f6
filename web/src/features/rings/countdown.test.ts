import { expect, test } from '@jest/globals'
import { secondsLeft, secondsUntil, shareGone } from './countdown.ts'

const START = '2026-11-21T10:00:00.000Z'
const END = '2026-11-21T10:00:45.000Z'
const at = (seconds: number) => Date.parse(START) + seconds * 1000

test('remaining seconds round up and never go below zero', () => {
  expect([0, 0.2, 14, 44.9, 45, 60].map((passed) => secondsUntil(END, at(passed)))).toEqual([45, 45, 31, 1, 0, 0])
})

test("remaining seconds never exceed the ring's duration", () => {
  const left = (passed: number) => secondsLeft({ timestamp: START, endsAt: END }, at(passed))
  expect([-1.2, -0.1, 0, 14, 45, 60].map(left)).toEqual([45, 45, 45, 31, 0, 0])
  expect(secondsLeft({ timestamp: START }, at(0))).toBe(0)
})

test('the circle empties from the beginning of the ring to its end', () => {
  expect([-5, 0, 22.5, 45, 60].map((passed) => shareGone(START, END, at(passed)))).toEqual([0, 0, 0.5, 1, 1])
  expect(shareGone(END, START, at(0))).toBe(1)
})
