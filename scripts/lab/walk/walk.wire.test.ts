// @all: a random walk
/** Long-lived accounts, every operation and frame in turn, everything read and a door rung after each step. More: `npm run walk`. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { explain } from './report.ts'
import { drawHistory } from './steps.ts'
import { takeWalk } from './walk.ts'

const STEPS = 300
const SEED = 1
const SHRINK_SECONDS = 60

let world: Stack
beforeAll(async () => {
  world = await startStack()
})
afterAll(() => world.stop())

test(`${STEPS} random steps leave every list, page and door consistent`, async () => {
  const history = drawHistory(SEED, STEPS)
  const walked = await takeWalk(world, history)
  if (walked.faults.length) throw new Error((await explain(world, history, walked, SEED, SHRINK_SECONDS)).text)
  expect(walked.steps).toBe(STEPS)
})
