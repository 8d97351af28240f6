import { afterEach, expect, test } from '@jest/globals'
import { instantOf, localTimeOf, setZone, zone } from './zone.ts'

afterEach(() => zone.set(undefined))

test.each([
  ['Europe/Berlin', '2026-07-01T18:30', '2026-07-01T16:30:00.000Z'],
  ['Europe/Berlin', '2026-12-01T18:30', '2026-12-01T17:30:00.000Z'],
  ['America/New_York', '2026-12-31T20:00', '2027-01-01T01:00:00.000Z'],
  ['Asia/Kathmandu', '2026-12-01T00:15', '2026-11-30T18:30:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-01T00:00', '2026-11-30T10:00:00.000Z'],
])('a local time in %s is an instant, and the reverse', (name, local, utc) => {
  setZone(name)
  expect(instantOf(local)?.toISOString()).toBe(utc)
  expect(localTimeOf(new Date(utc))).toBe(local)
})

test('a time that the clocks show twice is the first one', () => {
  setZone('Europe/Berlin')
  expect(instantOf('2026-10-25T02:30')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('a time that the clocks skip is the one that they show instead', () => {
  setZone('Europe/Berlin')
  expect(localTimeOf(instantOf('2026-03-29T02:30') ?? new Date(0))).toBe('2026-03-29T03:30')
})

test('a text that is no time has no instant', () => {
  expect(instantOf('')).toBeUndefined()
  expect(instantOf('tomorrow')).toBeUndefined()
})
