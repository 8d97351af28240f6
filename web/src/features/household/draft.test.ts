import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Member } from '#proto/household.ts'
import { setZone, zone } from '../../core/zone.ts'
import { changeOfMember, draftOfMember, invitationOf, memberErrors, newMember } from './draft.ts'

const NOW = Date.parse('2026-11-21T10:20:00Z')
const max: Member = { id: 4, name: 'Max', role: 'member', doors: [1, 2], until: null, joinedAt: '2026-11-01T08:00:00Z' }
const nanny: Member = { ...max, role: 'temporary', until: '2026-12-01T17:30:21.000Z' }

beforeEach(() => setZone('Europe/Berlin'))
afterEach(() => zone.set(undefined))

test('an invitation begins with the only door, and for a week until a full hour', () => {
  expect(newMember([{ id: 7 }], NOW)).toEqual({ name: '', email: '', role: 'member', doors: [7], until: '2026-11-28T12:00' })
  expect(newMember([{ id: 7 }, { id: 8 }], NOW).doors).toEqual([])
})

test('an invitation has no date for a member and no address where none is typed', () => {
  const draft = { ...newMember([{ id: 7 }], NOW), name: 'Max', email: ' ' }
  expect(invitationOf(draft)).toEqual({ name: 'Max', email: null, role: 'member', doors: [7], until: null })
  expect(invitationOf({ ...draft, role: 'temporary', email: 'max@example.org' })).toMatchObject({
    email: 'max@example.org',
    until: '2026-11-28T11:00:00.000Z',
  })
})

test('name and doors are required, and an address must be one', () => {
  const draft = newMember([{ id: 7 }, { id: 8 }], NOW)
  expect(Object.keys(memberErrors({ ...draft, email: 'max' }, NOW)).sort()).toEqual(['doors', 'email', 'name'])
  expect(memberErrors({ ...draft, name: 'Max', doors: [8] }, NOW)).toEqual({})
})

test('the date of a temporary member is in the future', () => {
  const draft = { ...newMember([{ id: 7 }], NOW), name: 'Max', role: 'temporary' as const }
  expect(memberErrors(draft, NOW)).toEqual({})
  for (const until of ['', '2026-11-21T11:20']) expect(memberErrors({ ...draft, until }, NOW).until).toBe('Choose a date in the future')
  expect(memberErrors({ ...draft, until: '2026-11-21T11:21' }, NOW)).toEqual({})
  // The field is not shown then.
  expect(memberErrors({ ...draft, role: 'member', until: '' }, NOW)).toEqual({})
})

test('a change has only what differs', () => {
  const draft = draftOfMember(max, NOW)
  expect(changeOfMember(max, draft, NOW)).toEqual({ id: 4 })
  expect(changeOfMember(max, { ...draft, name: 'Maxi', doors: [2] }, NOW)).toEqual({ id: 4, name: 'Maxi', doors: [2] })
})

test('role and date change together', () => {
  const draft = draftOfMember(max, NOW)
  const until = '2026-12-01T18:00'
  expect(changeOfMember(max, { ...draft, role: 'temporary', until }, NOW)).toEqual({
    id: 4,
    role: 'temporary',
    until: '2026-12-01T17:00:00.000Z',
  })
  expect(changeOfMember(nanny, { ...draftOfMember(nanny, NOW), role: 'member' }, NOW)).toEqual({ id: 4, role: 'member', until: null })
  expect(changeOfMember(nanny, draftOfMember(nanny, NOW), NOW)).toEqual({ id: 4 })
  expect(changeOfMember(nanny, { ...draftOfMember(nanny, NOW), until }, NOW)).toMatchObject({ role: 'temporary' })
})
