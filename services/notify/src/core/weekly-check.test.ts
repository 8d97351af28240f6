import { expect, test } from '@jest/globals'
import { afterQuietHours, checkLife, inDaytime, isPutOff, nextCheck } from './weekly-check.ts'

const HOUR = 3_600_000

test.each([
  ['10:00 stays', '2026-11-28T09:00:00Z', 'Europe/Berlin', '2026-11-28T09:00:00Z'],
  ['19:59 stays', '2026-11-28T18:59:59Z', 'Europe/Berlin', '2026-11-28T18:59:59Z'],
  ['20:00 waits for the morning', '2026-11-28T19:00:00Z', 'Europe/Berlin', '2026-11-29T09:00:00Z'],
  ['midnight waits for the morning', '2026-11-28T23:00:00Z', 'Europe/Berlin', '2026-11-29T09:00:00Z'],
  ['9:59 waits a minute', '2026-11-28T08:59:00Z', 'Europe/Berlin', '2026-11-28T09:00:00Z'],
  ['half an hour of a time zone counts', '2026-11-28T03:00:00Z', 'Asia/Kolkata', '2026-11-28T04:30:00Z'],
  ['an unknown time zone is UTC', '2026-11-28T03:00:00Z', undefined, '2026-11-28T10:00:00Z'],
  ['a clock that is set back is waited for', '2026-10-24T19:00:00Z', 'Europe/Berlin', '2026-10-25T09:00:00Z'],
  ['a clock that is set forward makes it an hour later', '2027-03-27T20:00:00Z', 'Europe/Berlin', '2027-03-28T09:00:00Z'],
])('%s', (_what, at, timeZone, expected) => expect(inDaytime(new Date(at), timeZone)).toEqual(new Date(expected)))

test('the next check is a week later, in the daytime', () => {
  expect(nextCheck(new Date('2026-11-28T12:00:00Z'), 'UTC')).toEqual(new Date('2026-12-05T12:00:00Z'))
  expect(nextCheck(new Date('2026-11-28T22:00:00Z'), 'UTC')).toEqual(new Date('2026-12-06T10:00:00Z'))
})

test.each([
  ['quiet hours that end in the daytime', '10:00', '12:00', '2026-11-28T12:00:00Z'],
  ['a quiet evening waits for the morning', '19:00', '23:00', '2026-11-29T10:00:00Z'],
  ['quiet hours over the whole day wait for their end', '10:00', '21:00', '2026-11-28T21:00:00Z'],
])('%s', (_what, due, until, expected) =>
  expect(afterQuietHours(new Date(`2026-11-28T${due}:00Z`), new Date(`2026-11-28T${until}:00Z`), 'UTC')).toEqual(new Date(expected)),
)

test('a check outside the daytime is sent where it was put off to that time, and not hours later', () => {
  const at = (time: string) => new Date(`2026-11-28T${time}:00Z`)
  expect(isPutOff(at('21:00'), at('21:01'), 'UTC')).toBe(true)
  expect(isPutOff(at('21:00'), at('22:30'), 'UTC')).toBe(false)
  expect(isPutOff(at('19:59'), at('20:01'), 'UTC')).toBe(false)
})

test.each([
  ['10:30', 4],
  ['18:00', 2],
  ['19:45', 1],
])('a check of %s waits at most %i hours for its device', (time, hours) =>
  expect(checkLife(new Date(`2026-11-28T${time}:00Z`), 'UTC')).toBe(hours * HOUR),
)
