/** A pass as its page and as a calendar's entry. Pure. */
import type { TemplateData } from '#kit/template.ts'
import type { VisitPass } from '#proto/visits.ts'
import type { VisitWords } from './visit-words.ts'
import { plateOf } from './visitor-parts.ts'

const ICONS = { pending: 'bell-simple', approved: 'checks', declined: 'hand', expired: 'bell-simple' } as const

type PassInput = {
  readonly words: VisitWords
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

function expectation({ pass: { expected, expectedFrom }, locale }: VisitWords, pass: VisitPass, early: boolean): string {
  return early ? expectedFrom.replace('{time}', timeIn(pass.opensAt, pass, locale, { dateStyle: 'medium', timeStyle: 'short' })) : expected
}

export function passModel({ words, pass, now, key, url, code, failure }: PassInput): TemplateData {
  const { status, qrCodeId, token } = pass
  const approved = status === 'approved'
  const over = status === 'declined' || status === 'expired'
  const early = approved && now < new Date(pass.opensAt)
  const said = words.pass[status]
  return {
    title: `${words.pass.title} · ${pass.doorLabel}`,
    action: `/visitor/${encodeURIComponent(qrCodeId)}`,
    idempotencyKey: key,
    door: plateOf(pass.doorLabel),
    boot: JSON.stringify({ pass: { token, status } }),
    page: 'pass',
    refresh: status === 'pending',
    pass: {
      icon: ICONS[status],
      blue: approved,
      said: said.title,
      text: said.text,
      when: timeIn(pass.at, pass, words.locale, {
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
      expected: approved ? expectation(words, pass, early) : null,
      ring: approved && pass.doorActive ? { token, main: !early } : null,
      calendar: approved ? `/visitor/pass/${token}/visit.ics` : null,
      link: over ? null : { url, path: code.path, box: code.size + 8 },
      again: over && pass.doorActive,
      toDoor: status === 'pending' && pass.doorActive,
      dead: pass.doorActive ? null : words.pass.dead,
      failure,
      erase: now < new Date(pass.eraseFrom) ? null : { at: `/visitor/pass/${token}` },
    },
  }
}

/** A pass that nobody made, or whose time is long over. */
export const noPassModel = (words: VisitWords): TemplateData => ({
  title: words.pass.gone.title,
  page: 'pass',
  action: '/visitor',
  door: null,
  boot: JSON.stringify({ pass: null }),
  panel: { icon: 'qr-code', ...words.pass.gone, enterCode: true },
})

/** RFC 5545, 3.3.11. */
const escapeText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, '\\n')
const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines of at most 75 octets (RFC 5545, 3.1), never cut inside a character. */
function fold(line: string): string {
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

/** @param host of the house, so that the entry's id is ours alone */
export function calendarOf(
  words: VisitWords,
  pass: VisitPass,
  { url, host, now }: { readonly url: string; readonly host: string; readonly now: Date },
): string {
  const at = new Date(pass.at)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Digital Doorbell//Visit//${words.locale.slice(0, 2).toUpperCase()}`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:visit-${pass.token.split('-')[0]}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(new Date(at.getTime() + LASTS))}`,
    `SUMMARY:${escapeText(words.pass.entry.replace(/\{(door|purpose)\}/g, (_mark, key) => (key === 'door' ? pass.doorLabel : pass.purpose)))}`,
    `LOCATION:${escapeText(pass.doorLabel)}`,
    `URL:${url}`,
    `DESCRIPTION:${escapeText(url)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
