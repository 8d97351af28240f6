import { expect, jest, test } from '@jest/globals'
import { dayOf, endOfDay, startOfDay, wallClock } from './calendar.ts'

test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['Europe/Berlin', '2026-12-01', '2026-11-30T23:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
  ['Pacific/Niue', '2026-11-21', '2026-11-21T11:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
])('in %s, %s begins at %s', (timeZone, day, moment) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(moment)
})

test('a day whose midnight is skipped begins after the skip', () => {
  expect(startOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z')
  expect(wallClock(startOfDay('2026-04-24', 'Africa/Cairo'), 'Africa/Cairo')).toBe('2026-04-24 01:00:00')
})

test('a day with a clock change has 23 or 25 hours', () => {
  const hours = (day: string) => (endOfDay(day, 'Europe/Berlin').getTime() - startOfDay(day, 'Europe/Berlin').getTime()) / 3_600_000
  expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-21')]).toEqual([23, 25, 24])
})

test('wallClock formats a moment in the time zone', () => {
  expect(wallClock(new Date('2026-11-21T23:30:05Z'), 'Asia/Tokyo')).toBe('2026-11-22 08:30:05')
  expect(wallClock(new Date('2026-11-21T00:00:00Z'), 'UTC')).toBe('2026-11-21 00:00:00')
})

test('all spellings of a time zone share one format', () => {
  const made = jest.spyOn(Intl, 'DateTimeFormat')
  const spelled = (bits: number) =>
    [...'antarctica/vostok'].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('')
  const moment = new Date('2026-03-01T10:00:00Z')
  for (let bits = 0; bits < 2_000; bits++) {
    dayOf(moment, spelled(bits))
    wallClock(moment, spelled(bits))
  }
  expect(made).toHaveBeenCalledTimes(2)
  made.mockRestore()
})
