import { expect, test } from '@jest/globals'
import type { Notification } from '#proto/notification.ts'
import { notificationTexts as german } from './de-notifications.ts'
import { notificationTitleOf, searchFilter, textOf } from './describe.ts'

const notification = (fields: Partial<Notification> = {}): Notification => ({
  id: 1,
  type: 'doorbell',
  kind: 'ring',
  title: 'The server’s own title',
  message: 'Parcel for 4B',
  params: { name: 'Marcus Bell' },
  name: 'Marcus Bell',
  timestamp: '2026-11-21T10:00:00.000Z',
  read: false,
  actionRequired: true,
  activityId: 7,
  visitRequestId: null,
  ...fields,
})

test('a title names the event and the visitor', () => {
  expect(notificationTitleOf(notification({}))).toBe('Marcus Bell rang your doorbell')
  expect(notificationTitleOf(notification({ kind: 'missed' }))).toBe('You missed Marcus Bell')
  expect(notificationTitleOf(notification({ kind: 'left' }))).toBe('Marcus Bell rang and left')
  expect(notificationTitleOf(notification({ kind: 'message', type: 'message' }))).toBe('Message from Marcus Bell')
  expect(notificationTitleOf(notification({ kind: 'visit' }))).toBe('Marcus Bell requests a visit')
})

test('a delivery has its own title and message', () => {
  expect(notificationTitleOf(notification({ type: 'package', kind: 'missed' }))).toBe('You missed a delivery')
  expect(textOf(notification({ type: 'package' }))).toBe('Parcel for 4B')
})

test(`an invite's guest without a message "came by invite link"`, () => {
  expect(textOf(notification({ message: '' }))).toBe('Joined via invite link')
  expect(textOf(notification({ message: '', kind: 'missed' }))).toBe('Joined via invite link')
  expect(textOf(notification({ message: '', kind: 'message' }))).toBe('')
})

test("the system's messages are made of the params", () => {
  expect(textOf(notification({ type: 'system', kind: 'plan', params: { tier: 'premium' } }))).toBe('You are on the Premium plan.')
  expect(textOf(notification({ type: 'system', kind: 'device', params: { device: 'Chrome on Windows' } }))).toBe('Chrome on Windows.')
})

test("what this page cannot translate keeps the server's title", () => {
  expect(notificationTitleOf(notification({ params: {} }))).toBe('The server’s own title')
  const { params: _, ...ofOlderServer } = notification()
  expect(notificationTitleOf(ofOlderServer as Notification)).toBe('The server’s own title')
  expect(notificationTitleOf(notification({ kind: 'parcel_locker' as Notification['kind'] }))).toBe('The server’s own title')
})

test('a search in German names the kinds whose title contains it', () => {
  expect(searchFilter('Geklingelt', german.titles)).toEqual({ search: 'Geklingelt', kinds: 'ring,left' })
  expect(searchFilter('sie haben verpasst ', german.titles).kinds).toBe('missed')
  expect(searchFilter('haben  verpasst', german.titles).kinds).toBe('missed')
  expect(searchFilter('missed', german.titles)).toEqual({ search: 'missed', kinds: '' })
  expect(searchFilter('', german.titles)).toEqual({})
})

test('a search in English leaves the titles to the server', () => {
  expect(searchFilter('rang')).toEqual({ search: 'rang' })
  expect(searchFilter('')).toEqual({})
})
