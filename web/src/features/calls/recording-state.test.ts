import { expect, test } from '@jest/globals'
import type { RecordingView } from '#proto/entities.ts'
import type { RecordingStatus } from '#proto/recording.ts'
import { cannotAsk, recordingStep } from './recording-state.ts'

const id = '00000000-0000-4000-8000-000000000001'
const at = '2026-11-25T10:00:00.000Z'
const asking: RecordingView = { state: 'asking', id, askedUntil: at, keptUntil: at }
const off: RecordingView = { state: 'off', id, reason: 'refused', startedAt: null, keptUntil: at }
const status: RecordingStatus = { unavailable: null, usedBytes: 0, maxBytes: 5_000_000_000, maxSeconds: 3_600, keptDays: 30 }

test('a pressed Record is shown as a question until the server says what it is', () => {
  expect(recordingStep({ view: null, pending: undefined })).toBe('none')
  expect(recordingStep({ view: null, pending: 'start' })).toBe('asking')
  expect(recordingStep({ view: off, pending: 'start' })).toBe('asking')
  expect(recordingStep({ view: off, pending: undefined })).toBe('none')
  expect(recordingStep({ view: asking, pending: 'stop' })).toBe('asking')
})

test('a visitor can be asked in a connected call of a server with room', () => {
  expect(cannotAsk(status, null, true)).toBeUndefined()
  expect(cannotAsk(status, null, false)).toBe('notConnected')
  for (const unavailable of ['recording_off', 'storage_full', 'disk_full'] as const)
    expect(cannotAsk({ ...status, unavailable }, null, true)).toBe(unavailable)
})

test('the button is disabled once a call has used up its questions or its time', () => {
  expect(cannotAsk(status, { ...off, asksLeft: 1 }, true)).toBeUndefined()
  expect(cannotAsk(status, { ...off, asksLeft: 0 }, true)).toBe('asksUsed')
  expect(cannotAsk(status, { ...off, reason: 'time_limit', asksLeft: 2 }, true)).toBe('timeUsed')
  // A copy before the field.
  expect(cannotAsk(status, off, true)).toBeUndefined()
})

test('without Premium the button is not disabled, because it leads to the plans', () => {
  expect(cannotAsk({ ...status, unavailable: 'subscription_required' }, null, true)).toBeUndefined()
})
