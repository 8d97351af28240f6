import { expect, test } from '@jest/globals'
import { dailyLimit, resendLimit, strangersLimit, wayBackLimit } from './mail-limits.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const clock = { now: () => NOW, in: (ms: number) => new Date(NOW.getTime() + ms) } as const
const ago = (...minutes: number[]) => minutes.map((minute) => new Date(NOW.getTime() - minute * MINUTE))

test('mails that a button asks for: one a minute', () => {
  const { wait } = resendLimit(clock)
  expect([wait([]), wait(ago(0.25)), wait(ago(1))]).toEqual([0, 45_000, 0])
})

test.each([resendLimit, dailyLimit])('five a day: %p', (limit) => {
  const { wait } = limit(clock)
  expect([wait(ago(2, 4, 6, 8)), wait(ago(2, 4, 6, 8, 60))]).toEqual([0, 23 * HOUR])
})

test('mails that lead back into an account: five a day, then one an hour', () => {
  const { wait } = wayBackLimit(clock)
  expect([wait(ago(0, 0, 0, 0)), wait(ago(10, 11, 12, 13, 14)), wait(ago(60, 61, 62, 63, 64))]).toEqual([0, 50 * MINUTE, 0])
})

test('questions of all accounts without a confirmed address: fifty a day', () => {
  const { wait, most } = strangersLimit(clock)
  const minutes = Array.from({ length: 50 }, (_, index) => index)
  expect([wait(ago(...minutes.slice(1))), wait(ago(...minutes)), most]).toEqual([0, 24 * HOUR - 49 * MINUTE, 50])
})
