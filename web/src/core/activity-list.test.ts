import { expect, test } from '@jest/globals'
import type { Activity } from '#proto/entities.ts'
import { mergeFetched, mergeLists, withActivity } from './activity-list.ts'
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

const homeOf = (id: number) => ({ home: { id, owner: 'Robin Reed', premium: true } })
const idsOf = (list: readonly Activity[]) => list.map(({ id }) => id)

test('the lists of all homes are one list, newest first', () => {
  const own = { home: undefined, activities: [ring(5), ring(1)] }
  const other = { home: 4, activities: [ring(6, homeOf(4)), ring(2, homeOf(4))] }
  const merged = mergeLists([], [own, other], { before: new Set(), hasLeft: () => false })
  expect(idsOf(merged)).toEqual([6, 5, 2, 1])
  expect(mergeLists(merged, [own, other], { before: new Set(idsOf(merged)), hasLeft: () => false })).toBe(merged)
})

test('rings of a home whose list was not fetched stay until the account has left it', () => {
  const known = [ring(3, homeOf(4)), ring(1)]
  const own = { home: undefined, activities: [ring(2), ring(1)] }
  const before = new Set([3, 1])
  expect(idsOf(mergeLists(known, [own], { before, hasLeft: () => false }))).toEqual([3, 2, 1])
  expect(idsOf(mergeLists(known, [own], { before, hasLeft: (home) => home === 4 }))).toEqual([2, 1])
})

test('a newer ring of one home does not hide one that a frame has brought for another', () => {
  const known = [ring(3)]
  const lists = [
    { home: undefined, activities: [] },
    { home: 4, activities: [ring(5, homeOf(4))] },
  ]
  expect(idsOf(mergeLists(known, lists, { before: new Set(), hasLeft: () => false }))).toEqual([5, 3])
})
