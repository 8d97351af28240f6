import { expect, test } from '@jest/globals'
import { afterRefusal, type DeviceFacts, problemOf } from './user-media.ts'

const both = ['microphone', 'camera'] as const
const facts = (more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  present: { microphone: true, camera: true },
  permission: { microphone: 'prompt', camera: 'prompt' },
  ...more,
})

test('a refused prompt is not followed by another prompt [V-devices]', () => {
  expect(afterRefusal(both, 'denied', facts())).toEqual({ ask: [], problems: { microphone: 'denied', camera: 'denied' } })
  const unknown = facts({ permission: { microphone: 'unknown', camera: 'unknown' } })
  expect(afterRefusal(both, 'denied', unknown).ask).toEqual([])
})

test('a blocked camera does not cost an allowed microphone', () => {
  const blocked = facts({ permission: { microphone: 'granted', camera: 'denied' } })
  expect(afterRefusal(both, 'denied', blocked)).toEqual({ ask: ['microphone'], problems: { camera: 'denied' } })
})

test('a missing camera is left out and the microphone asked for alone', () => {
  const none = facts({ present: { microphone: true, camera: false } })
  expect(afterRefusal(both, 'missing', none)).toEqual({ ask: ['microphone'], problems: { camera: 'missing' } })
})

test('one taken device: each is asked for alone', () => {
  expect(afterRefusal(both, 'taken', facts())).toEqual({ ask: [...both], problems: {} })
})

test('a single device that fails has its problem', () => {
  expect(afterRefusal(['camera'], 'taken', facts())).toEqual({ ask: [], problems: { camera: 'taken' } })
})

test("the browser's words become ours", () => {
  expect(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError'].map(problemOf)).toEqual([
    'denied',
    'missing',
    'taken',
    'unsupported',
  ])
})
