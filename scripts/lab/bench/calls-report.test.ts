import { expect, test } from '@jest/globals'
import { areWithinBounds, type CallResult } from './calls-report.ts'

const good = { first: 300, gap: 400, isAlive: true, isStarved: false }
const call = (side: Partial<typeof good> = {}): CallResult => ({ name: 'video', load: 1, resident: { ...good, ...side }, visitor: good })
const calls = (count: number, side?: Partial<typeof good>) => Array.from({ length: count }, () => call(side))
const silent = { gap: 6_000 }

test('calls with media pass', () => {
  expect(areWithinBounds(calls(3), false)).toBe(true)
})

test('no calls do not pass', () => {
  expect(areWithinBounds([], false)).toBe(false)
})

test('one silent or failed call fails all', () => {
  expect(areWithinBounds([...calls(99), call(silent)], false)).toBe(false)
  expect(areWithinBounds([...calls(99), { name: 'video', load: 1, error: 'it did not ring' }], false)).toBe(false)
})

test('a tenth of starved calls is tolerated, more is not', () => {
  const starved = { ...silent, isStarved: true }
  expect(areWithinBounds([...calls(9), ...calls(1, starved)], false)).toBe(true)
  expect(areWithinBounds([...calls(8), ...calls(2, starved)], false)).toBe(false)
})

test('a service that is killed has the time of its own start', () => {
  expect(areWithinBounds([{ ...call(silent), down: 2_000 }], false)).toBe(true)
  expect(areWithinBounds([{ ...call(silent), down: 500 }], false)).toBe(false)
})
