import { expect, test } from '@jest/globals'
import { shrink } from './shrink.ts'
import type { History, Step } from './steps.ts'

const wait = (milliseconds: number): Step => ({ kind: 'time', milliseconds })
const change = (input: Readonly<Record<string, unknown>>): Step => ({
  kind: 'operation',
  name: 'doorbell.change_preferences',
  input,
  who: 0,
  pick: 0,
})

test('a history shrinks to the steps that its fault needs', async () => {
  const history = Array.from({ length: 40 }, (_, index) => wait(index))
  const fails = (shorter: History) =>
    Promise.resolve([7, 23, 39].every((needed) => shorter.some((step) => step.kind === 'time' && step.milliseconds === needed)))
  expect(await shrink(history, fails, 60)).toEqual([wait(7), wait(23), wait(39)])
})

test('a step shrinks to the fields that its fault needs', async () => {
  const needed = (step: Step | undefined) =>
    step?.kind === 'operation' && (step.input.switches as { emailNotifications?: boolean } | undefined)?.emailNotifications === true
  const history = [wait(1), change({ switches: { doorbell: true, emailNotifications: true }, timeZone: 'UTC' })]
  expect(await shrink(history, (shorter) => Promise.resolve(needed(shorter.at(-1))), 60)).toEqual([
    change({ switches: { emailNotifications: true } }),
  ])
})
