import { expect, test } from '@jest/globals'
import type { Activity } from '#proto/entities.ts'
import { mergeFetched, withActivity } from './activity-list.ts'
import { anActivity } from './testing/activity.ts'

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

test('only newer versions replace an activity', () => {
  const list = [ring(2, { version: 3 }), ring(1)]
  expect(withActivity(list, ring(2, { version: 2 }))).toBe(list)
  expect(withActivity(list, ring(2, { version: 4, outcome: 'missed' }))[0]?.outcome).toBe('missed')
  expect(withActivity(list, ring(3)).map((entry) => entry.id)).toEqual([3, 2, 1])
})

test('a poll that started before a ring does not hide it', () => {
  expect(mergeFetched([ring(3), ring(2), ring(1)], [ring(2), ring(1)]).map((entry) => entry.id)).toEqual([3, 2, 1])
  expect(mergeFetched([ring(3)], []).map((entry) => entry.id)).toEqual([3])
})

test('a poll keeps newer versions and removes deleted activities', () => {
  const known = [ring(3), ring(2, { version: 5, outcome: 'cancelled' }), ring(1)]
  const merged = mergeFetched(known, [ring(3), ring(2, { version: 4 })])
  expect(merged.map((entry) => [entry.id, entry.outcome])).toEqual([
    [3, null],
    [2, 'cancelled'],
  ])
})

test('a poll without changes keeps the same list', () => {
  const known = [ring(2), ring(1)]
  expect(mergeFetched(known, [ring(2), ring(1)])).toBe(known)
})

test('a ring of another home that was known before a request stays only if the response has it', () => {
  const home = { id: 4, owner: 'Robin Reed', premium: true }
  const ring = anActivity({ id: 9, outcome: null, home })
  expect(mergeFetched([ring], [ring], new Set([9]))).toEqual([ring])
  expect(mergeFetched([ring], [], new Set([9]))).toEqual([])
  // Its frame arrived after the request.
  expect(mergeFetched([ring], [], new Set())).toEqual([ring])
  expect(mergeFetched([anActivity({ id: 9, outcome: null })], [], new Set([9]))).toHaveLength(1)
})
