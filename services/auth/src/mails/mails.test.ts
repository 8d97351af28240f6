import { expect, test } from '@jest/globals'
import { nextAttemptAt, PermanentMailError, summaryMail, verificationMail } from './mails.ts'

const at = new Date('2026-11-21T12:00:00Z')
const mail = (attempts: number) => ({ ...verificationMail('a@example.org', 'https://door.example/auth?verify=x', at), attempts })
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

test('the verification mail contains the link and nothing that was typed', () => {
  expect(mail(0).text).toContain('https://door.example/auth?verify=x')
  expect(mail(0).text).not.toContain('a@example.org')
})

test('a mail is written in its reader’s language', () => {
  const waiting = { missed: 1, messages: 2, visits: 0, system: 0 }
  const written = (language: 'en' | 'de') => summaryMail('1', 'a@example.org', 'https://door.example/notifications', waiting, at, language)
  expect([written('en').subject, written('de').subject]).toEqual([
    'At your door: 1 missed ring, 2 messages',
    'An Ihrer Tür: 1 verpasster Besuch, 2 Nachrichten',
  ])
  for (const language of ['en', 'de'] as const) {
    expect(written(language).text).toContain('https://door.example/notifications')
    expect(verificationMail('a@example.org', 'https://door.example/auth?verify=x', at, language).text).toMatch(
      /\nhttps:\S+verify=x\n[\s\S]*72/,
    )
  }
})
