import { expect, test } from '@jest/globals'
import { waitBeforeMail } from './verification.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const ago = (...minutes: number[]) => minutes.map((minute) => new Date(NOW.getTime() - minute * MINUTE))

test('an address gets one mail a minute', () => {
  expect(waitBeforeMail([], NOW)).toBe(0)
  expect(waitBeforeMail(ago(0.25), NOW)).toBe(45_000)
  expect(waitBeforeMail(ago(1), NOW)).toBe(0)
})

test('an address gets five mails a day', () => {
  expect(waitBeforeMail(ago(2, 4, 6, 8), NOW)).toBe(0)
  expect(waitBeforeMail(ago(2, 4, 6, 8, 60), NOW)).toBe(23 * 60 * MINUTE)
})
