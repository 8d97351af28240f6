import { expect, test } from '@jest/globals'
import { writeCalendarEntry } from './calendar-entry.ts'

const pass = { token: 'token-1', at: '2026-11-21T10:00:00.000Z', purpose: 'Tea', doorLabel: 'Front door' } as Parameters<
  typeof writeCalendarEntry
>[0]
const about = { url: 'https://door.test/visitor/pass/token-1', host: 'door.test', now: new Date('2026-11-01T00:00:00Z') }
/** The beginnings of lines, without continuation lines (RFC 5545, 3.1). */
const namesOf = (entry: string) =>
  entry
    .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
    .filter((line) => !line.startsWith(' '))
    .map((line) => line.split(/[:;]/)[0])

test('no text of a pass begins a line of its calendar entry', () => {
  const plain = namesOf(writeCalendarEntry(pass, about))
  for (const lineBreak of ['\r\n', '\r', '\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u0000']) {
    const text = `x${lineBreak}ATTACH:https://evil.test${lineBreak}`
    expect(namesOf(writeCalendarEntry({ ...pass, purpose: text, doorLabel: text }, about))).toEqual(plain)
  }
})
