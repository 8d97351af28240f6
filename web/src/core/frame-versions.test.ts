import { expect, test } from '@jest/globals'
import { createVersionGate } from './frame-versions.ts'

test('an older version of an activity is dropped, an equal one passes', () => {
  const gate = createVersionGate()
  expect([gate.pass('activity', 1, 3), gate.pass('activity', 1, 2), gate.pass('activity', 1, 3), gate.pass('activity', 1, 4)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('versions are separate per activity and per call', () => {
  const gate = createVersionGate()
  gate.pass('activity', 1, 9)
  expect(gate.pass('activity', 2, 1)).toBe(true)
  expect(gate.pass('call', 1, 1)).toBe(true)
})

test('frames without a version always pass', () => {
  expect(createVersionGate().passFrame({ type: 'pong' })).toBe(true)
})
