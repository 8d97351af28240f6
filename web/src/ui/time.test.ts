import { afterEach, expect, test } from '@jest/globals'
import { setZone, zone } from '../core/zone.ts'
import { activityTime, calendarDate, clockTime, duration, relativeTime } from './time.ts'

const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()
const now = new Date(2026, 10, 21, 11, 5)

// covers: W-activity-time
test('activity times have the specified formats', () => {
  expect(activityTime(local(2026, 10, 21, 10, 42), now)).toBe('Today, 10:42 AM')
  expect(activityTime(local(2026, 10, 20, 14, 5), now)).toBe('Yesterday, 2:05 PM')
  expect(activityTime(local(2026, 10, 19, 18, 31), now)).toBe('Nov 19, 2026, 6:31 PM')
})

// covers: W-activity-time
test('today begins at midnight', () => {
  expect(activityTime(local(2026, 10, 21, 0, 0), now)).toBe('Today, 12:00 AM')
  expect(activityTime(local(2026, 10, 20, 23, 59), now)).toBe('Yesterday, 11:59 PM')
})

test('yesterday is correct across a daylight saving change', () => {
  const monday = new Date(2026, 2, 30, 0, 30)
  expect(activityTime(local(2026, 2, 29, 0, 10), monday)).toBe('Yesterday, 12:10 AM')
})

// covers: W-activity-time
test('an empty or invalid time reads "Unknown time"', () => {
  expect(activityTime('', now)).toBe('Unknown time')
  expect(activityTime(null, now)).toBe('Unknown time')
  expect(activityTime('soon', now)).toBe('Unknown time')
})

// covers: V-relative-time
test.each([
  [local(2026, 10, 21, 11, 5), 'Just now'],
  [local(2026, 10, 21, 11, 4), '1 minute ago'],
  [local(2026, 10, 21, 10, 6), '59 minutes ago'],
  [local(2026, 10, 21, 10, 5), '1 hour ago'],
  [local(2026, 10, 21, 0, 1), '11 hours ago'],
  [local(2026, 10, 20, 23, 0), 'Friday, 11:00 PM'],
  [local(2026, 10, 15, 9, 30), 'Sunday, 9:30 AM'],
  [local(2026, 10, 14, 9, 30), 'Nov 14, 2026 at 9:30 AM'],
])('a notification of %s reads "%s"', (iso, expected) => {
  expect(relativeTime(iso, now)).toBe(expected)
})

test('chat times, dates and call durations are formatted', () => {
  expect(clockTime(local(2026, 10, 21, 0, 7))).toBe('12:07 AM')
  expect(calendarDate(local(2026, 11, 1, 9, 0))).toBe('Dec 1, 2026')
  expect([0, 84, 3599, 3661, -4].map(duration)).toEqual(['00:00', '01:24', '59:59', '1:01:01', '00:00'])
})

afterEach(() => zone.set(undefined))

test("times use the resident's time zone instead of the browser's", () => {
  const late = '2026-11-21T23:30:00.000Z'
  setZone('Asia/Tokyo')
  expect(activityTime(late, new Date('2026-11-22T03:00:00Z'))).toBe('Today, 8:30 AM')
  expect(activityTime(late, new Date('2026-11-22T15:30:00Z'))).toBe('Yesterday, 8:30 AM')
  expect(clockTime(late)).toBe('8:30 AM')
  setZone('America/Los_Angeles')
  expect(activityTime(late, new Date('2026-11-22T03:00:00Z'))).toBe('Today, 3:30 PM')
  expect(relativeTime('2026-11-20T23:30:00.000Z', new Date(late))).toBe('Friday, 3:30 PM')
  expect(calendarDate('2026-12-01T03:00:00.000Z')).toBe('Nov 30, 2026')
})

test("an unknown time zone falls back to the browser's", () => {
  setZone('Moon/Tranquillity')
  expect(clockTime(local(2026, 10, 21, 0, 7))).toBe('12:07 AM')
})
