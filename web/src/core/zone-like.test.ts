import { expect, test } from '@jest/globals'
import { NO_ZONE, zoneLike } from './zone-like.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const offsets = (zone: string) => ['2026-12-15', '2027-07-15'].map((day) => clock(zone).format(new Date(`${day}T12:00:00Z`)))

test('an unknown zone is replaced by one of its region that shows the same all year', () => {
  for (const [own, like] of [
    ['America/Newtown', 'America/Denver'],
    ['America/Newtown', 'America/Phoenix'],
    ['Europe/Newtown', 'Europe/Berlin'],
    ['Australia/Newtown', 'Australia/Lord_Howe'],
  ] as const) {
    const found = zoneLike(own, NOW, clock(like)) ?? ''
    expect([own, found.split('/')[0], offsets(found)]).toEqual([own, own.split('/')[0], offsets(like)])
  }
})

test('a browser that reports no zone gets one that shows what it shows', () => {
  expect(zoneLike(NO_ZONE, NOW, clock('UTC'))).toBe('UTC')
  expect(offsets(zoneLike(NO_ZONE, NOW, clock('Asia/Tokyo')) ?? '')).toEqual(offsets('Asia/Tokyo'))
})

test('a clock like no zone’s has no replacement', () => {
  expect(zoneLike(NO_ZONE, NOW, { format: () => '13:37' })).toBeUndefined()
})
