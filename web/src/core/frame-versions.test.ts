import { expect, test } from '@jest/globals'
import { createVersionGate } from './frame-versions.ts'

test('an older word about the same activity is dropped, an equal one passes', () => {
  const gate = createVersionGate()
  expect([gate.pass('activity', 1, 3), gate.pass('activity', 1, 2), gate.pass('activity', 1, 3), gate.pass('activity', 1, 4)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('activities do not age each other, nor does a call its activity', () => {
  const gate = createVersionGate()
  gate.pass('activity', 1, 9)
  expect(gate.pass('activity', 2, 1)).toBe(true)
  expect(gate.pass('call', 1, 1)).toBe(true)
})

test('frames without a version always pass', () => {
  expect(createVersionGate().passFrame({ type: 'pong' })).toBe(true)
})
