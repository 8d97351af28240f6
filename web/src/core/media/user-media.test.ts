import { expect, test } from '@jest/globals'
import { type DeviceFacts, problemOf, stepAfterFailure } from './user-media.ts'

const both = ['microphone', 'camera'] as const
const facts = (more: Partial<DeviceFacts> = {}): DeviceFacts => ({
  present: { microphone: true, camera: true },
  permission: { microphone: 'prompt', camera: 'prompt' },
  ...more,
})

// covers: V-devices
test('a denied prompt is not followed by another prompt', () => {
  expect(stepAfterFailure(both, 'denied', facts())).toEqual({ ask: [], problems: { microphone: 'denied', camera: 'denied' } })
  const unknown = facts({ permission: { microphone: 'unknown', camera: 'unknown' } })
  expect(stepAfterFailure(both, 'denied', unknown).ask).toEqual([])
})

test('a blocked camera does not block an allowed microphone', () => {
  const blocked = facts({ permission: { microphone: 'granted', camera: 'denied' } })
  expect(stepAfterFailure(both, 'denied', blocked)).toEqual({ ask: ['microphone'], problems: { camera: 'denied' } })
})

test('without a camera only the microphone is requested', () => {
  const none = facts({ present: { microphone: true, camera: false } })
  expect(stepAfterFailure(both, 'missing', none)).toEqual({ ask: ['microphone'], problems: { camera: 'missing' } })
})

test('when a device is in use each is requested alone', () => {
  expect(stepAfterFailure(both, 'taken', facts())).toEqual({ ask: [...both], problems: {} })
})

test('a single failed device keeps its reason', () => {
  expect(stepAfterFailure(['camera'], 'taken', facts())).toEqual({ ask: [], problems: { camera: 'taken' } })
})

test('browser error names map to our reasons', () => {
  expect(['NotAllowedError', 'NotFoundError', 'NotReadableError', 'TypeError'].map(problemOf)).toEqual([
    'denied',
    'missing',
    'taken',
    'unsupported',
  ])
})
