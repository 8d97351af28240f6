/** Maps a pass to its page and to a calendar entry. Pure. */
import type { TemplateData } from '#kit/template.ts'
import type { VisitPass } from '#proto/visits.ts'
import type { VisitTexts } from './visit-texts.ts'
import { plateOf } from './visitor-parts.ts'

const ICONS = { pending: 'bell-simple', approved: 'checks', declined: 'hand', expired: 'bell-simple' } as const

type PassInput = {
  readonly texts: VisitTexts
  readonly pass: VisitPass
  readonly now: Date
  readonly key: string
  readonly url: string
  /** The code's dark squares as one SVG path, and how many squares a side has. */
  readonly code: { readonly path: string; readonly size: number }
  readonly failure?: string | undefined
}

const timeIn = (iso: string, { timeZone }: VisitPass, locale: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...style }).format(new Date(iso))

function expectation({ pass: { expected, expectedFrom }, locale }: VisitTexts, pass: VisitPass, early: boolean): string {
  return early ? expectedFrom.replace('{time}', timeIn(pass.opensAt, pass, locale, { dateStyle: 'medium', timeStyle: 'short' })) : expected
}

export function passModel({ texts, pass, now, key, url, code, failure }: PassInput): TemplateData {
  const { status, qrCodeId, token } = pass
  const approved = status === 'approved'
  const over = status === 'declined' || status === 'expired'
  const early = approved && now < new Date(pass.opensAt)
  const statusTexts = texts.pass[status]
  return {
    title: `${texts.pass.title} · ${pass.doorLabel}`,
    action: `/visitor/${encodeURIComponent(qrCodeId)}`,
    idempotencyKey: key,
    door: plateOf(pass.doorLabel),
    boot: JSON.stringify({ pass: { token, status } }),
    page: 'pass',
    refresh: status === 'pending',
    pass: {
      icon: ICONS[status],
      blue: approved,
      said: statusTexts.title,
      text: statusTexts.text,
      when: timeIn(pass.at, pass, texts.locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      }),
      zone: pass.timeZone.replaceAll('_', ' '),
      visitorName: pass.visitorName,
      purpose: pass.purpose,
      expected: approved ? expectation(texts, pass, early) : null,
      ring: approved && pass.doorActive ? { token, main: !early } : null,
      calendar: approved ? `/visitor/pass/${token}/visit.ics` : null,
      link: over ? null : { url, path: code.path, box: code.size + 8 },
      again: over && pass.doorActive,
      toDoor: status === 'pending' && pass.doorActive,
      dead: pass.doorActive ? null : texts.pass.dead,
      failure,
      erase: now < new Date(pass.eraseFrom) ? null : { at: `/visitor/pass/${token}` },
    },
  }
}

/** The page of an unknown or deleted pass. */
export const noPassModel = (texts: VisitTexts): TemplateData => ({
  title: texts.pass.gone.title,
  page: 'pass',
  action: '/visitor',
  door: null,
  boot: JSON.stringify({ pass: null }),
  panel: { icon: 'qr-code', ...texts.pass.gone, enterCode: true },
})

/** RFC 5545, 3.3.11. */
const escapeText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')
const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines of at most 75 octets (RFC 5545, 3.1), never cut inside a character. */
function foldLine(line: string): string {
  const lines: string[] = []
  let current = ''
  for (const sign of line) {
    if (Buffer.byteLength(current + sign) > 74) {
      lines.push(current)
      current = ''
    }
    current += sign
  }
  return [...lines, current].join('\r\n ')
}

const LASTS = 3_600_000

/** @param host the product's host name, which makes the entry's UID globally unique */
export function calendarEntry(
  texts: VisitTexts,
  pass: VisitPass,
  { url, host, now }: { readonly url: string; readonly host: string; readonly now: Date },
): string {
  const at = new Date(pass.at)
  const entry = texts.pass.entry.replace(/\{(door|purpose)\}/g, (_mark, key) => (key === 'door' ? pass.doorLabel : pass.purpose))
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Digital Doorbell//Visit//${texts.locale.slice(0, 2).toUpperCase()}`,
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
