import { expect, test } from '@jest/globals'
import { nextAttemptAt, PermanentMailError } from './mails.ts'

const at = new Date('2026-11-21T12:00:00Z')
const mail = (attempts: number) => ({ id: '1', to: 'a@example.org', kind: null, subject: '', text: '', at, attempts })
const later = (attempts: number, error: unknown, now = at) => nextAttemptAt(mail(attempts), error, now)?.getTime()

test('a mail is retried after 5 s, doubling to 15 minutes', () => {
  const waits = [1, 2, 3, 8, 9, 60].map((attempts) => (later(attempts, new Error('away')) ?? 0) - at.getTime())
  expect(waits).toEqual([5_000, 10_000, 20_000, 640_000, 900_000, 900_000])
})

test('an expired mail, or one refused permanently five times, is given up', () => {
  expect(later(1, new Error('away'), new Date(at.getTime() + 72 * 3_600_000))).toBeUndefined()
  expect(later(4, new PermanentMailError('550'))).toBeDefined()
  expect(later(5, new PermanentMailError('550'))).toBeUndefined()
})
