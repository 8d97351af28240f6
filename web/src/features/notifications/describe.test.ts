import { expect, test } from '@jest/globals'
import type { Notification } from '#proto/entities.ts'
import { titleOf, wordsOf } from './describe.ts'

const notice = (fields: Partial<Notification>): Notification => ({
  id: 1,
  type: 'doorbell',
  kind: 'ring',
  title: 'The server’s own title',
  message: 'Parcel for 4B',
  name: 'Marcus Bell',
  timestamp: '2026-11-21T10:00:00.000Z',
  read: false,
  actionRequired: true,
  activityId: 7,
  visitRequestId: null,
  ...fields,
})

test('a title says what happened and to whom', () => {
  expect(titleOf(notice({}))).toBe('Marcus Bell rang your doorbell')
  expect(titleOf(notice({ kind: 'missed' }))).toBe('You missed Marcus Bell')
  expect(titleOf(notice({ kind: 'left' }))).toBe('Marcus Bell rang and left')
  expect(titleOf(notice({ kind: 'message', type: 'message' }))).toBe('Message from Marcus Bell')
  expect(titleOf(notice({ kind: 'visit' }))).toBe('Marcus Bell asks for a visit')
})

test('a delivery is named as one, its message is its own', () => {
  expect(titleOf(notice({ type: 'package', kind: 'missed' }))).toBe('You missed a delivery')
  expect(wordsOf(notice({ type: 'package' }))).toBe('Parcel for 4B')
})

test('the guest of an invite, who wrote nothing, came by its link', () => {
  expect(wordsOf(notice({ message: '' }))).toBe('Joined by invite link')
  expect(wordsOf(notice({ message: '', kind: 'missed' }))).toBe('Joined by invite link')
  expect(wordsOf(notice({ message: '', kind: 'message' }))).toBe('')
})

test('the house’s own words are said here; without a name the server’s title stands', () => {
  expect(wordsOf(notice({ type: 'system', kind: 'plan', name: 'premium' }))).toBe('You are on the Premium plan.')
  expect(wordsOf(notice({ type: 'system', kind: 'device', name: 'Chrome on Windows' }))).toContain('Chrome on Windows')
  expect(titleOf(notice({ name: null }))).toBe('The server’s own title')
})
