import { expect, test } from '@jest/globals'
import type { Activity } from '#proto/entities.ts'
import { anActivity } from '../../core/testing/activity.ts'
import { endedMessageOf, isLive, liveRings } from './rings.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const ring = (id: number, fields: Partial<Activity> = {}): Activity =>
  anActivity({
    id,
    outcome: null,
    timestamp: new Date(NOW - 10_000 + id).toISOString(),
    alerts: ['modal', 'sound', 'desktop'],
    endsAt: new Date(NOW + 35_000).toISOString(),
    ...fields,
  })

// covers: S-modal-poll
test('a ring without outcome is live until its end', () => {
  expect(isLive(ring(1), NOW)).toBe(true)
  expect(isLive(ring(1), NOW + 35_000)).toBe(false)
  expect(isLive(ring(1, { outcome: 'missed' }), NOW)).toBe(false)
  expect(isLive(ring(1, { endsAt: undefined }), NOW)).toBe(false)
  expect(isLive(ring(1, { isHandled: true }), NOW)).toBe(true)
})

test('live rings are in order of ringing, without quiet ones', () => {
  expect(liveRings([ring(3), ring(2, { quiet: true }), ring(1)], NOW).map((entry) => entry.id)).toEqual([1, 3])
})

test('each outcome has its ended message', () => {
  expect(endedMessageOf(ring(1))).toBeUndefined()
  expect(endedMessageOf(ring(1, { outcome: 'answered_audio', answeredBy: 'Kitchen tablet' }))).toEqual({
    kind: 'answered',
    device: 'Kitchen tablet',
  })
  expect(endedMessageOf(ring(1, { outcome: 'cancelled' }))).toEqual({ kind: 'cancelled' })
  expect(endedMessageOf(ring(1, { outcome: 'missed' }))).toEqual({ kind: 'missed' })
  expect(endedMessageOf(ring(1, { outcome: 'dismissed' }))).toEqual({ kind: 'dismissed' })
})

test('the ended message names another person of the household who answered', () => {
  const answered = { answeredAt: '2026-11-21T10:00:05Z', answeredBy: 'Phone' }
  const home = { id: 4, owner: 'Robin Reed', premium: true }
  expect(endedMessageOf(ring(1, { outcome: 'answered_audio', ...answered, answeredMember: 'Max' }))).toMatchObject({ by: 'Max' })
  expect(endedMessageOf(ring(1, { outcome: 'dismissed', ...answered, answeredMember: 'Max' }))).toEqual({ kind: 'dismissed', by: 'Max' })
  expect(endedMessageOf(ring(1, { outcome: 'answered_audio', ...answered, home }))).toMatchObject({ by: 'Robin Reed' })
  expect(endedMessageOf(ring(1, { outcome: 'missed', home }))).toEqual({ kind: 'missed' })
})
