import { expect, test } from '@jest/globals'
import { lastBack, missedBounds, type Round, ratios } from './reconnect-report.ts'

const round = (changes: Partial<Round> = {}): Round => ({
  pages: 3,
  backs: [1_000, 1_500, 2_000],
  servesAgain: 900,
  missed: { placed: 0, arrived: [] },
  before: [10, 20],
  during: [10, 20],
  failures: [],
  reasons: {},
  cpu: {},
  ...changes,
})

test('a round lasts until the last page is back', () => {
  expect(lastBack(round())).toBe(2_000)
})

test('a round lasts until the last missed ring has arrived', () => {
  expect(lastBack(round({ missed: { placed: 2, arrived: [1_200, 2_600] } }))).toBe(2_600)
})

test('a round in which a page or a missed ring stays away has no end', () => {
  expect(lastBack(round({ backs: [1_000, 1_500] }))).toBe(Number.POSITIVE_INFINITY)
  expect(lastBack(round({ missed: { placed: 2, arrived: [1_200] } }))).toBe(Number.POSITIVE_INFINITY)
})

test('each round is compared with the bare server of its own', () => {
  const bare = [round(), round({ backs: [1_000, 1_000, 1_000] })]
  expect(ratios({ product: [round(), round()], bare })).toEqual([1, 2])
})

test('what is at its bounds holds', () => {
  const product = [round({ backs: [1_000, 1_500, 2_600], during: [30, 30] })]
  expect(missedBounds({ product, bare: [round()] })).toEqual([])
})

test('a slow return, harmed rings, lost pages and failed rings are reported', () => {
  const missed = (changes: Partial<Round>) => missedBounds({ product: [round(changes)], bare: [round()] })
  expect(missed({ backs: [1_000, 1_500, 2_601] })).toEqual(["all back after 1.30 times the bare server's time, at most 1.3"])
  expect(missed({ during: [10, 31] })).toEqual(['rings of others: p95 31 ms, at most 30'])
  expect(missed({ missed: { placed: 2, arrived: [1_000] } })).toContain(
    'pages that are not back, rings that did not arrive, of each round: 0, 1',
  )
  expect(missed({ failures: [{ reason: 'no frame' }] })).toEqual(['rings failed: 1 × no frame'])
})

test('rings that are as slow while pages return to the bare server are not harmed by the product', () => {
  expect(missedBounds({ product: [round({ during: [10, 60] })], bare: [round({ during: [10, 40] })] })).toEqual([])
})

test('a run without rounds holds nothing', () => {
  expect(missedBounds({ product: [], bare: [] })).toHaveLength(2)
})
