import { expect, test } from '@jest/globals'
import { momentOf } from './visit-time.ts'

test.each([
  ['2026-11-27', '14:30', 'UTC', '2026-11-27T14:30:00.000Z'],
  ['2026-11-27', '14:30', 'Europe/Berlin', '2026-11-27T13:30:00.000Z'],
  ['2026-07-01', '00:15', 'America/New_York', '2026-07-01T04:15:00.000Z'],
  ['2026-11-27', '09:00', 'Asia/Kathmandu', '2026-11-27T03:15:00.000Z'],
  // Berlin skips 02:30 on 29 March and has it twice on 25 October.
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['2026-03-29', '12:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
])('%s %s in %s is %s', (date, time, timeZone, moment) => {
  expect(momentOf(date, time, timeZone).toISOString()).toBe(moment)
})
