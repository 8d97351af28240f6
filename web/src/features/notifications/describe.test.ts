import { expect, test } from '@jest/globals'
import type { Notification } from '#proto/entities.ts'
import { textOf, titleOf } from './describe.ts'

const notification = (fields: Partial<Notification>): Notification => ({
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

test('a title names the event and the visitor', () => {
  expect(titleOf(notification({}))).toBe('Marcus Bell rang your doorbell')
  expect(titleOf(notification({ kind: 'missed' }))).toBe('You missed Marcus Bell')
  expect(titleOf(notification({ kind: 'left' }))).toBe('Marcus Bell rang and left')
  expect(titleOf(notification({ kind: 'message', type: 'message' }))).toBe('Message from Marcus Bell')
  expect(titleOf(notification({ kind: 'visit' }))).toBe('Marcus Bell asks for a visit')
})

test('a delivery has its own title and message', () => {
  expect(titleOf(notification({ type: 'package', kind: 'missed' }))).toBe('You missed a delivery')
  expect(textOf(notification({ type: 'package' }))).toBe('Parcel for 4B')
})

test(`an invite's guest without a message "came by invite link"`, () => {
  expect(textOf(notification({ message: '' }))).toBe('Joined via invite link')
  expect(textOf(notification({ message: '', kind: 'missed' }))).toBe('Joined via invite link')
  expect(textOf(notification({ message: '', kind: 'message' }))).toBe('')
})

test("system notifications are translated, unknown kinds keep the server's title", () => {
  expect(textOf(notification({ type: 'system', kind: 'plan', name: 'premium' }))).toBe('You are on the Premium plan.')
  expect(textOf(notification({ type: 'system', kind: 'device', name: 'Chrome on Windows' }))).toContain('Chrome on Windows')
  expect(titleOf(notification({ name: null }))).toBe('The server’s own title')
})
