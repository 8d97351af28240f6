import { expect, test } from '@jest/globals'
import { missedBounds, type Round, slowerThanControl } from './abuse-report.ts'

const memory = (heapMb: number) => ({ gateway: { heapMb, rssMb: 100 } })
const round = (changes: Partial<Round> = {}): Round => ({
  product: { lists: [10, 20], rings: [30, 40], failures: [] },
  bare: { lists: [1], rings: [1], failures: [] },
  answers: { 429: 10 },
  messages: 10,
  bytesPerSecond: 0,
  photo: 500,
  memory: memory(30),
  ...changes,
})
const quiet = [round()]

test('a scenario within all bounds has no finding', () => {
  expect(missedBounds([round({ product: { lists: [150], rings: [300], failures: [] } })], quiet)).toEqual([])
})

test('slow lists, slow rings, failures and server errors are reported', () => {
  const slow = round({ product: { lists: [151], rings: [301], failures: ['Error: 503'] }, answers: { 503: 2 } })
  const missed = ['list p95 151 ms, at most 150', 'ring p95 301 ms, at most 300', '1 honest requests failed: Error: 503', '2 answers 503']
  expect(missedBounds([slow], quiet)).toEqual(missed)
})

test('a slow ring at the attacked door is reported', () => {
  expect(missedBounds([round({ attackedDoor: 10_000 })], quiet)).toEqual([])
  expect(missedBounds([round({ attackedDoor: 10_001 })], quiet)).toEqual(['ring at the attacked door 10001 ms, at most 10000'])
})

test('a list may take twice its time without attack', () => {
  const busy = [round({ product: { lists: [100], rings: [30], failures: [] } })]
  expect(missedBounds([round({ product: { lists: [200], rings: [30], failures: [] } })], busy)).toEqual([])
})

test('a heap that grows after the third repetition is reported', () => {
  const rounds = [10, 20, 30, 32, 34].map((mb) => round({ memory: memory(mb) }))
  expect(missedBounds(rounds, quiet)).toEqual(['heap of gateway 30.0 to 34.0 MB'])
  expect(missedBounds(rounds.slice(0, 4), quiet)).toEqual([])
})

test('an attack is compared with the same rate of /healthz', () => {
  const control = [round({ product: { lists: [20], rings: [40], failures: [] } })]
  expect(slowerThanControl([round({ product: { lists: [30], rings: [60], failures: [] } })], control)).toEqual([])
  expect(slowerThanControl([round({ product: { lists: [31], rings: [61], failures: [] } })], control)).toEqual([
    'lists p95 31 ms, at most 1.5 times that of healthz: 30',
    'rings p95 61 ms, at most 1.5 times that of healthz: 60',
  ])
})
