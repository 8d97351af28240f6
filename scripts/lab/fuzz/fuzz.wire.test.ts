// @all: random input
/** Requests and frames generated from the contract, valid and hostile, under the default limits. Longer runs: `npm run fuzz`. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { checkRingWorks } from './check-ring-works.ts'
import { Crowd } from './crowd.ts'
import { fuzzFrames, MIN_VALID as MIN_FRAMES } from './frames.ts'
import { fuzzHttp, MIN_VALID as MIN_REQUESTS, NEVER_DONE } from './http.ts'

const COUNT = 3_000
const SEED = 1
const PATIENCE = 300_000

let world: Stack
let crowd: Crowd
beforeAll(async () => {
  world = await startStack()
  crowd = await Crowd.gather(world)
})
afterAll(() => world.stop())

test(
  `${COUNT} frames are each answered, or their socket is closed`,
  async () => {
    const tally = await fuzzFrames(crowd, SEED, COUNT)
    expect(tally.faultsList((index) => `npm run fuzz -- frames --seed ${SEED} --count ${index + 1}`)).toBe('')
    expect(tally.below(MIN_FRAMES)).toEqual([])
  },
  PATIENCE,
)

test(
  `${COUNT} requests are each answered without a server error`,
  async () => {
    const tally = await fuzzHttp(crowd, SEED, COUNT)
    expect(tally.faultsList((index) => `npm run fuzz -- http --seed ${SEED} --count ${index + 1}`)).toBe('')
    expect(tally.below(MIN_REQUESTS)).toEqual([])
    expect(tally.neverDone()).toEqual(NEVER_DONE)
  },
  PATIENCE,
)

test('a ring still reaches its resident after the fuzzing', async () => {
  await checkRingWorks(crowd)
})
