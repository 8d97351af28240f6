import { expect, test } from '@jest/globals'
import { currentTimeZoneName, RENAMED_TIME_ZONES } from './renamed-time-zones.ts'

/** Zones that browsers send, and that a database server on Debian 13 without `tzdata-legacy` does not have. */
const LISTED_BY_BROWSERS = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

test.each(Object.entries(LISTED_BY_BROWSERS))('%s is %s now', (before, now) => {
  expect(currentTimeZoneName(before)).toBe(now)
})

test('no zone is renamed to one that is renamed itself', () => {
  for (const [before, now] of Object.entries(RENAMED_TIME_ZONES)) expect([before, currentTimeZoneName(now)]).toEqual([before, now])
})

test('the clocks of a renamed zone show the same as before', () => {
  const clock = (timeZone: string, at: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
  for (const [before, now] of Object.entries(RENAMED_TIME_ZONES))
    for (const at of ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']) expect([before, clock(before, at)]).toEqual([before, clock(now, at)])
})
