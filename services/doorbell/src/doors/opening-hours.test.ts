import { expect, test } from '@jest/globals'
import type { OpeningHours } from '#proto/doors.ts'
import { isOpen } from './opening-hours.ts'

const weekdays = { opens: '09:00', closes: '18:00' }
const hours: OpeningHours = {
  mon: weekdays,
  tue: weekdays,
  wed: weekdays,
  thu: weekdays,
  fri: { opens: '09:00', closes: '24:00' },
  sat: { opens: '10:00', closes: '14:00' },
  sun: null,
}

test.each([
  ['the minute it opens', '2026-11-23T08:00:00Z', 'Europe/Berlin', true],
  ['the minute before', '2026-11-23T07:59:59Z', 'Europe/Berlin', false],
  ['the last minute', '2026-11-23T16:59:59Z', 'Europe/Berlin', true],
  ['the minute it closes', '2026-11-23T17:00:00Z', 'Europe/Berlin', false],
  ['just before midnight of a day that ends there', '2026-11-27T22:59:59Z', 'Europe/Berlin', true],
  ['just after it', '2026-11-27T23:00:00Z', 'Europe/Berlin', false],
  ['a day without hours', '2026-11-22T12:00:00Z', 'Europe/Berlin', false],
  ['still Saturday west of the date line', '2026-11-22T00:00:00Z', 'Pacific/Honolulu', false],
  ['Saturday noon there', '2026-11-21T22:00:00Z', 'Pacific/Honolulu', true],
  ['nine by summer time', '2026-07-06T07:00:00Z', 'Europe/Berlin', true],
  ['nine by winter time is not yet', '2026-12-07T07:30:00Z', 'Europe/Berlin', false],
] as const)('%s', (_when, now, timeZone, open) => {
  expect(isOpen({ hours, timeZone }, new Date(now))).toBe(open)
})

const bar: OpeningHours = {
  ...hours,
  fri: { opens: '18:00', closes: '02:00' },
  sat: [
    { opens: '10:00', closes: '12:00' },
    { opens: '13:00', closes: '14:00' },
  ],
}

test.each([
  ['before it opens', '2026-11-27T16:59:59Z', false],
  ['on the evening', '2026-11-27T22:30:00Z', true],
  ['after midnight', '2026-11-28T00:59:59Z', true],
  ['once its night is over', '2026-11-28T01:00:00Z', false],
  ['in the first time of a day with a break', '2026-11-28T09:00:00Z', true],
  ['in the break', '2026-11-28T11:30:00Z', false],
  ['after the break', '2026-11-28T12:00:00Z', true],
  ['on the night before it', '2026-11-27T00:30:00Z', false],
] as const)('hours over midnight and with a break: %s', (_when, now, open) => {
  expect(isOpen({ hours: bar, timeZone: 'Europe/Berlin' }, new Date(now))).toBe(open)
})

test.each([
  ['the first 01:50', '2026-10-24T23:50:00Z', true],
  ['the first 02:40, after it has closed', '2026-10-25T00:40:00Z', false],
  ['the second 02:10', '2026-10-25T01:10:00Z', false],
  ['03:20, as 02:20 does not exist', '2026-03-29T01:20:00Z', true],
  ['03:30, when it closes', '2026-03-29T01:30:00Z', false],
] as const)('in a night when the clocks change it closes once: %s', (_when, now, open) => {
  const late = { ...hours, sat: { opens: '18:00', closes: '02:30' } }
  expect(isOpen({ hours: late, timeZone: 'Europe/Berlin' }, new Date(now))).toBe(open)
})

test('a building without hours is neither open nor closed', () => {
  expect(isOpen({ hours: null, timeZone: 'UTC' }, new Date())).toBeNull()
})
