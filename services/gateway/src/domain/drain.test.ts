import { expect, test } from '@jest/globals'
import { DRAIN, leaveWithin } from './drain.ts'

test('sockets leave at 500 a second, and all of them before the drain ends', () => {
  expect([0, 1, 500, 4_000, 40_000].map(leaveWithin)).toEqual([0, 2, 1_000, 8_000, 8_000])
  // A peer that does not answer the close frame is cut after 2 s.
  expect(DRAIN.acceptMs + leaveWithin(40_000) + 2_000).toBeLessThan(DRAIN.mostMs)
})

test('a copy accepts no connection a second after it was told to stop', () => {
  expect(DRAIN.acceptMs).toBeLessThan(1_000)
})
