import { expect, test } from '@jest/globals'
import { boundedLines, type CostRound, cpuRatios, type PushTime, pushTimes } from './push-report.ts'

const ring = { topic: 'a', placedAt: 1_000, publishedAt: 1_003 }
const arrivals = [
  { topic: 'a', at: 1_010 },
  { topic: 'b', at: 1_050 },
  { topic: 'a', at: 1_012 },
]
const cost = (changes: Partial<CostRound> = {}): CostRound => ({ pushes: 800, notify: 800, alone: 0.5, loop: 0.4, beside: {}, ...changes })
const times = (...values: readonly number[]): PushTime[] => values.map((fromCommit) => ({ fromCommit, fromPlaced: fromCommit + 3 }))
const missed = (results: { readonly times: PushTime[]; readonly costs: CostRound[] }) =>
  boundedLines({ rings: 1, ...results })
    .filter(({ holds }) => !holds)
    .map(({ bound }) => bound)

test('a ring takes until its last push', () => {
  expect(pushTimes([ring], arrivals, 2)).toEqual([{ fromCommit: 9, fromPlaced: 12 }])
})

test.each([1, 3])('a ring that was not pushed once to each of %d devices is refused', (devices) => {
  expect(() => pushTimes([ring], arrivals, devices)).toThrow(`a ring was pushed 2 times to ${devices} devices`)
})

test('the cost of a push is a ratio to encryption of the same round', () => {
  expect(cpuRatios([cost(), cost({ alone: 1 })])).toEqual([2, 1])
})

test('what is at its bounds holds', () => {
  expect(missed({ times: times(10, 10, 30), costs: [cost({ notify: 1_000 })] })).toEqual([])
})

test('slow medians, slow tails and dear pushes are reported', () => {
  expect(missed({ times: times(10.1, 10.1, 30), costs: [cost()] })).toEqual([10])
  expect(missed({ times: times(1, 1, 31), costs: [cost()] })).toEqual([30])
  expect(missed({ times: times(1), costs: [cost({ notify: 1_001 })] })).toEqual([2.5])
})

test('a run without samples holds nothing', () => {
  expect(missed({ times: [], costs: [] })).toEqual([10, 30, 2.5])
})
