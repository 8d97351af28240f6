import { expect, test } from '@jest/globals'
import { secondsUntil, shareGone } from './countdown.ts'

const START = '2026-11-21T10:00:00.000Z'
const END = '2026-11-21T10:00:45.000Z'
const at = (seconds: number) => Date.parse(START) + seconds * 1000

test('a second counts until it is over, and never below zero', () => {
  expect([0, 0.2, 14, 44.9, 45, 60].map((passed) => secondsUntil(END, at(passed)))).toEqual([45, 45, 31, 1, 0, 0])
})

test('the circle empties from the beginning of the ring to its end', () => {
  expect([-5, 0, 22.5, 45, 60].map((passed) => shareGone(START, END, at(passed)))).toEqual([0, 0, 0.5, 1, 1])
  expect(shareGone(END, START, at(0))).toBe(1)
})
