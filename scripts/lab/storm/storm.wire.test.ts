// @all: random events, and a service killed again and again
/** Stripe's events in any order and number, while billing is killed: what is stored is what was fetched. More: `npm run storm`. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { StormWorld } from './storm.ts'

const EVENTS = 250
let world: StormWorld
beforeAll(async () => {
  world = await StormWorld.create()
})
afterAll(() => world?.close())

for (const [seed, copy] of [
  [1, false],
  [2, true],
] as const)
  test(`${EVENTS} events leave what Stripe says, with ${copy ? 'two copies' : 'one copy'} of billing`, async () => {
    const { faults, received } = await world.run({ seed, events: EVENTS, kills: 1, copy })
    expect(faults).toEqual([])
    expect(received).toBeGreaterThanOrEqual(EVENTS)
  })
