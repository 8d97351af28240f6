import { expect, test } from '@jest/globals'
import { PROFILES, type ProfileName } from './profiles.ts'
import { SCENARIOS, type ScenarioName, shapeOf } from './scenarios.ts'
import { accountsOf, positionOf, readSegment, shareOf } from './segment.ts'

const LOADS = (Object.keys(SCENARIOS) as ScenarioName[]).flatMap((scenario) =>
  (Object.keys(PROFILES) as ProfileName[]).map((profile) => [`${scenario} ${profile}`, shapeOf(scenario, PROFILES[profile])] as const),
)

test('a run that is not divided is the only part', () => {
  expect(readSegment(null, null)).toEqual({ index: 0, count: 1 })
  expect(readSegment('0:1', null)).toEqual({ index: 0, count: 1 })
})

test('a part is known by its fraction', () => {
  expect(readSegment('1/2:1', null)).toEqual({ index: 1, count: 2 })
  expect(readSegment('0:1/3', '0,1/3,2/3,1')).toEqual({ index: 0, count: 3 })
  expect(readSegment('1/2:3/4', '0,1/4,1/2,3/4,1')).toEqual({ index: 2, count: 4 })
})

test('unequal parts are refused', () => {
  expect(() => readSegment('0:1/3', null)).toThrow(/have to be equal/)
  expect(() => readSegment('0:1/2', '0,1/2,3/4,1')).toThrow(/have to be equal/)
  expect(() => readSegment('0:2/3', '0,2/3,1')).toThrow(/have to be equal/)
})

test.each(LOADS)('%s: the accounts of the parts are disjoint, and all of the run', (_name, shape) => {
  for (const count of [1, 2, 3, 7]) {
    const positions = Array.from({ length: count }, (_one, index) => {
      const { accounts } = shareOf(shape, { index, count })
      return Array.from({ length: accounts }, (_other, nth) => positionOf(shape, { index, count }, nth))
    }).flat()
    expect([...positions].sort((a, b) => a - b)).toEqual(Array.from({ length: accountsOf(shape, { count }) }, (_one, position) => position))
  }
})

test.each(LOADS)('%s: the parts answer and hold as much as the whole', (_name, shape) => {
  for (const count of [1, 2, 3, 7]) {
    const shares = Array.from({ length: count }, (_one, index) => shareOf(shape, { index, count }))
    const sum = (of: (share: (typeof shares)[number]) => number) => shares.reduce((total, share) => total + of(share), 0)
    expect([sum((share) => share.answering), sum((share) => share.idle)]).toEqual([shape.answering, shape.idle])
    expect([sum((share) => share.users.answering), sum((share) => share.users.idle)]).toEqual([shape.users.answering, shape.users.idle])
  }
})

test('more k6 than residents are refused', () => {
  const shape = shapeOf('visitors', PROFILES.smoke)
  expect(shareOf(shape, { index: 19, count: 20 }).users.answering).toBe(1)
  expect(() => shareOf(shape, { index: 20, count: 21 })).toThrow('At most 20 k6 can share this load, not 21.')
})
