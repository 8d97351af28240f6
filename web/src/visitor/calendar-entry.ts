/** The calendar entry of an approved pass (RFC 5545). */
import type { VisitorBundle } from '#proto/visitor-page.ts'
import { visitTexts } from './en-visits.ts'

/** RFC 5545, 3.3.11. Programs accept other line breaks too. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, '\\n')
    .replace(/\p{Cc}/gu, '')
const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '')
const utf8 = new TextEncoder()

/** Lines of at most 75 octets (RFC 5545, 3.1), never cut inside a character. */
function foldLine(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const sign of line) {
    if (utf8.encode(current + sign).length > 74) {
      lines.push(current)
      current = ''
    }
    current += sign
  }
  return [...lines, current].join('\r\n ')
}

const LASTS = 3_600_000

/** `host`: the product's host name, which makes the entry's UID globally unique. */
export const writeCalendarEntry: VisitorBundle['calendarEntry'] = (pass, { url, host, now }) => {
  const at = new Date(pass.at)
  const entry = visitTexts.pass.entry.replace(/\{(door|purpose)\}/g, (_mark, key) => (key === 'door' ? pass.doorLabel : pass.purpose))
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Digital Doorbell//Visit//${visitTexts.locale.slice(0, 2).toUpperCase()}`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:visit-${pass.token.split('-')[0]}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(new Date(at.getTime() + LASTS))}`,
    `SUMMARY:${escapeText(entry)}`,
    `LOCATION:${escapeText(pass.doorLabel)}`,
    `URL:${url}`,
    `DESCRIPTION:${escapeText(url)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
}
