import { expect, test } from '@jest/globals'
import { createWallFilter } from './wall-filter.ts'

const OWN = 'session-of-the-display'
const activity = (id: number, fields: object = {}) => ({ id, endsAt: undefined, answeredSession: null, ...fields })
const rang = (id: number) => JSON.stringify({ type: 'doorbell_ring', activityId: id, activity: activity(id, { endsAt: 'later' }) })
const changed = (id: number, fields: object = {}) =>
  JSON.stringify({ type: 'activity_changed', activityId: id, activity: activity(id, fields) })
const chat = (id: number) => JSON.stringify({ type: 'chat_message', id: 'm', activityId: id, senderId: 'visitor', message: 'Hello' })

test('a live ring and what becomes of it are sent', () => {
  const passes = createWallFilter(OWN)
  expect(passes(rang(1))).toBe(true)
  expect(passes(changed(1, { answeredSession: 'of-the-phone' }))).toBe(true)
  expect(passes(changed(2, { endsAt: 'later' }))).toBe(true)
})

test('a change of a ring that was not live here is not sent', () => {
  const passes = createWallFilter(OWN)
  expect(passes(changed(1))).toBe(false)
  expect(passes(changed(1, { answeredSession: 'of-the-phone' }))).toBe(false)
})

test('chat is sent for a ring that the display answered, and for no other', () => {
  const passes = createWallFilter(OWN)
  for (const id of [1, 2]) passes(rang(id))
  expect(passes(chat(1))).toBe(false)
  passes(changed(1, { answeredSession: OWN }))
  passes(changed(2, { answeredSession: 'of-the-phone' }))
  expect([1, 2, 3].map((id) => passes(chat(id)))).toEqual([true, false, false])
})

test('a ring that the display answered before its socket opened is known by its replay', () => {
  const passes = createWallFilter(OWN)
  expect(passes(changed(7, { answeredSession: OWN }))).toBe(true)
  expect(passes(chat(7))).toBe(true)
})

test('notifications and security alerts are not sent', () => {
  const passes = createWallFilter(OWN)
  expect(passes(JSON.stringify({ type: 'notifications_changed', unread: 1 }))).toBe(false)
  expect(passes(JSON.stringify({ type: 'security_alert', unread: 1 }))).toBe(false)
  expect(passes(JSON.stringify({ type: 'pong' }))).toBe(true)
})
