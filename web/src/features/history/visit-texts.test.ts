import { afterEach, expect, test } from '@jest/globals'
import { anActivity } from '../../core/testing/activity.ts'
import { zone } from '../../core/zone.ts'
import { resultOf } from '../../ui/activity-texts.ts'
import { answeredAfter, byDay, daysLeft } from './visit-texts.ts'

const now = new Date(2026, 10, 21, 12, 0)

test("the result includes the call's duration", () => {
  expect(resultOf(anActivity({ outcome: 'answered_video', callSeconds: 134 }))).toBe('Video · 2 min 14 s')
  expect(resultOf(anActivity({ outcome: 'answered_audio', callSeconds: 48 }))).toBe('Audio · 48 s')
  expect(resultOf(anActivity({ outcome: 'answered_video', callSeconds: 120 }))).toBe('Video · 2 min')
  expect(resultOf(anActivity({ outcome: 'answered_video', callSeconds: 0 }))).toBe('Video')
  expect(resultOf(anActivity())).toBe('Missed')
  expect(resultOf(anActivity({ outcome: 'missed', callSeconds: 14 }))).toBe('Missed, called back · 14 s')
})

test('the remaining days are those of the calendar, and 0 is today', () => {
  expect(daysLeft(anActivity({ expiresAt: new Date(2026, 10, 24, 11, 59).toISOString() }), now)).toBe(3)
  expect(daysLeft(anActivity({ expiresAt: new Date(2026, 10, 22, 0, 1).toISOString() }), now)).toBe(1)
  expect(daysLeft(anActivity({ expiresAt: new Date(2026, 10, 21, 18, 0).toISOString() }), now)).toBe(0)
})

test('the answer time counts from the ring', () => {
  expect(answeredAfter(anActivity({ answeredAt: new Date(2026, 10, 21, 10, 42, 14).toISOString() }))).toBe(14)
})

afterEach(() => zone.set(undefined))

test("visits are grouped by day in the resident's time zone", () => {
  zone.set('Pacific/Auckland')
  const days = byDay(
    [anActivity({ timestamp: '2026-11-21T12:30:00.000Z' }), anActivity({ timestamp: '2026-11-20T08:00:00.000Z' })],
    new Date('2026-11-21T10:30:00Z'),
  )
  expect(days.map(({ key, title }) => [key, title])).toEqual([
    ['2026-11-22', 'Sunday, November 22'],
    ['2026-11-20', 'Yesterday'],
  ])
})

test('visits are grouped by day, today and yesterday by name', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
  const days = byDay(
    [
      anActivity({ id: 4, timestamp: at(21, 10) }),
      anActivity({ id: 3, timestamp: at(21, 0) }),
      anActivity({ id: 2, timestamp: at(20, 23) }),
      anActivity({ timestamp: at(18, 9) }),
    ],
    now,
  )
  expect(days.map(({ title, visits }) => [title, visits.map(({ id }) => id)])).toEqual([
    ['Today', [4, 3]],
    ['Yesterday', [2]],
    ['Wednesday, November 18', [1]],
  ])
})
