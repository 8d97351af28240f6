import { expect, test } from '@jest/globals'
import { answererOf, hasCalls, isShared } from './homes.ts'
import { anActivity } from './testing/activity.ts'

const home = { id: 4, owner: 'Robin Reed', premium: true }
const NOW = Date.parse('2026-11-21T10:00:00Z')
const member = { id: 1, name: 'Max', role: 'member', doors: [1], until: null, joinedAt: '2026-11-01T10:00:00Z' } as const
const household = (...members: readonly object[]) => ({
  members: members.map((fields) => ({ ...member, doors: [1], ...fields })),
  invitations: [],
  homes: [],
})

test("the plan of a ring's own home decides whether it has calls", () => {
  expect(hasCalls({}, { subscriptionTier: 'free' })).toBe(false)
  expect(hasCalls({}, { subscriptionTier: 'premium' })).toBe(true)
  expect(hasCalls({ home }, { subscriptionTier: 'free' })).toBe(true)
  expect(hasCalls({ home: { ...home, premium: false } }, { subscriptionTier: 'premium' })).toBe(false)
})

test('a ring is shared in another home, and where a member has its door', () => {
  const ring = anActivity({ doorId: 1 })
  expect(isShared({ ...ring, home }, undefined, NOW)).toBe(true)
  expect(isShared(ring, undefined, NOW)).toBe(false)
  expect(isShared(ring, household(), NOW)).toBe(false)
  expect(isShared(ring, household({}), NOW)).toBe(true)
  expect(isShared(ring, household({ doors: [2] }), NOW)).toBe(false)
})

test('a temporary member whose date has passed shares no ring', () => {
  const ring = anActivity({ doorId: 1 })
  expect(isShared(ring, household({ role: 'temporary', until: '2026-11-21T10:00:01Z' }), NOW)).toBe(true)
  expect(isShared(ring, household({ role: 'temporary', until: '2026-11-21T10:00:00Z' }), NOW)).toBe(false)
})

test('a member who answered is named, and to a member the owner', () => {
  const answeredAt = '2026-11-21T10:00:00Z'
  expect(answererOf(anActivity({ answeredAt }))).toBeUndefined()
  expect(answererOf(anActivity({ answeredAt, answeredMember: 'Max' }))).toBe('Max')
  expect(answererOf(anActivity({ answeredAt, home }))).toBe('Robin Reed')
  expect(answererOf(anActivity({ answeredAt, answeredMember: 'Max', home }))).toBe('Max')
  expect(answererOf(anActivity({ home }))).toBeUndefined()
})
