import { expect, test } from '@jest/globals'
import type { RecordingView } from '#proto/entities.ts'
import { announcementOf, hasRecMark } from './recording.ts'

const id = '00000000-0000-4000-8000-000000000001'
const keptUntil = '2026-12-25T10:00:00.000Z'
const at = '2026-11-25T10:00:00.000Z'
const asking: RecordingView = { state: 'asking', id, askedUntil: at, keptUntil }
const starting: RecordingView = { state: 'starting', id, shownUntil: at, keptUntil }
const on: RecordingView = { state: 'on', id, startedAt: at, endsAt: at, keptUntil }
const off: RecordingView = { state: 'off', id, reason: 'stopped_by_visitor', startedAt: at, keptUntil }

test('the mark is shown before anything is kept, and not while the visitor is asked', () => {
  expect([asking, starting, on, off, null, undefined].map(hasRecMark)).toEqual([false, true, true, false, false, false])
})

test('a recording is announced once when its mark appears', () => {
  expect(announcementOf(asking, starting)).toEqual({ kind: 'started', keptUntil })
  expect(announcementOf(undefined, on)).toEqual({ kind: 'started', keptUntil })
  expect(announcementOf(starting, on)).toBeUndefined()
  expect(announcementOf(on, on)).toBeUndefined()
})

test('another recording of the same call is announced anew', () => {
  expect(announcementOf(on, { ...starting, id: '00000000-0000-4000-8000-000000000002' })).toEqual({ kind: 'started', keptUntil })
})

test('an end says why, and whether something was kept', () => {
  expect(announcementOf(on, off)).toEqual({ kind: 'ended', reason: 'stopped_by_visitor', kept: true, keptUntil })
  expect(announcementOf(asking, { ...off, reason: 'refused', startedAt: null })).toMatchObject({ reason: 'refused', kept: false })
})

test('an end that this page did not see happen is not announced', () => {
  for (const before of [undefined, null, off]) expect(announcementOf(before, off)).toBeUndefined()
  expect(announcementOf(off, asking)).toBeUndefined()
})
