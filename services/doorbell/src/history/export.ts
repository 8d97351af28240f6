/** Export Visitor Data: rows as CSV or JSON, written one page at a time (docs/product/decisions.md, 29). */
import type { Clock } from '#kit/clock.ts'
import type { ExportFormat, HistoryFilter } from '#proto/history.ts'
import { RING_DETAIL_NAMES, RING_DETAILS } from '#proto/ring-details.ts'
import { wallClock } from '../core/calendar.ts'
import { accountsOf, outcomeOf, type Ring } from '../core/ring.ts'
import { presentActivity } from '../core/views.ts'
import { type Cursor, DEFAULT_TIME_ZONE, type History, historyQuery, latest } from './history.ts'

/** Rows of one query: bounds the memory and the number of queries. */
const BATCH = 500

/** Characters that begin a formula in a spreadsheet, including their full-width form (OWASP: CSV injection). */
const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]'
/** Characters that a spreadsheet skips before them. Contains no separator, so that the expression runs in linear time. */
const BETWEEN = '(?:[^\\S\\t\\r\\n]|["“”„])*'
/** Where a cell may begin: at the start of the value, and after each separator that a spreadsheet may split at, also inside quotes. */
const FORMULAS = new RegExp(`((?:^|[;,\\t\\r\\n])${BETWEEN})(?=${SIGN})`, 'g')
/** Characters that are dangerous only at the start of a cell. */
const BREAK = /^[\t\r\n]/

/**
 * One cell of RFC 4180, quoted where necessary. Puts an apostrophe before each character that would begin a formula, at the start or after
 * a separator: a spreadsheet that splits at `;` ignores quotes inside a cell. Removes nothing and leaves such characters inside words:
 * `a; -b` becomes `a; '-b`; `1, 2` and `well-known` stay.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(FORMULAS, "$1'")
  const text = (BREAK.test(safe) ? `'${safe}` : safe).replace(/\r\n?/g, '\n')
  return /[",;\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

type Column = readonly [head: string, cell: (ring: Ring, now: Date, timeZone: string) => string | number | null]
const yes = (value: boolean) => (value ? 'yes' : 'no')
const COLUMNS: readonly Column[] = [
  ['Id', (ring) => ring.id],
  ['Time', (ring, _now, timeZone) => wallClock(ring.timestamp, timeZone)],
  ['Time zone', (_ring, _now, timeZone) => timeZone],
  ['Visitor', (ring) => ring.visitorName],
  ...RING_DETAIL_NAMES.map((name): Column => [RING_DETAILS[name].csvHeading, (ring) => ring[name]]),
  ['Purpose', (ring) => ring.purpose],
  ['Message', (ring) => ring.message],
  ['Door', (ring) => ring.doorLabel],
  ['Outcome', (ring, now) => outcomeOf(ring, now)],
  ['Answered by', (ring) => ring.answeredBy],
  ['Answered at', (ring, _now, timeZone) => (ring.answeredAt ? wallClock(ring.answeredAt, timeZone) : null)],
  ['Call seconds', (ring) => ring.callSeconds],
  ['Ring number', (ring) => ring.rings],
  ['Handled', (ring) => yes(ring.isHandled)],
  ['Photo', (ring) => yes(ring.photo !== null)],
  ['Chat', (ring) => yes(ring.hasChat)],
  ['Kept until', (ring, _now, timeZone) => wallClock(ring.expiresAt, timeZone)],
]
/** Excel reads a file as UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF'
const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

type Writing = { readonly head: string; readonly row: (ring: Ring, first: boolean) => string; readonly tail: string }

function writing(format: ExportFormat, timeZone: string, now: Date, userId: number): Writing {
  if (format === 'json') {
    // One activity a line, so that a stream can be read line by line.
    const row = (ring: Ring, first: boolean) => `${first ? '' : ','}\n${JSON.stringify(presentActivity(ring, now, userId))}`
    return { head: '[', row, tail: '\n]\n' }
  }
  const row = (ring: Ring) => line(COLUMNS.map(([, cell]) => csvCell(cell(ring, now, timeZone))))
  return { head: BYTE_ORDER_MARK + line(COLUMNS.map(([head]) => csvCell(head))), row, tail: '' }
}

type Deps = { readonly history: Pick<History, 'page'>; readonly clock: Clock }
/** Whose history an account reads, and from when. */
export type Scope = {
  readonly userId: number
  readonly ownerId: number
  readonly since: Date | undefined
  /** Of a member; undefined: all. */
  readonly doors: readonly number[] | undefined
}

/** All rows of the filter, one page at a time: memory does not grow with the number of rows. */
export async function* exportRows(deps: Deps, scope: Scope, filter: HistoryFilter, format: ExportFormat): AsyncGenerator<string> {
  const now = deps.clock.now()
  const asked = historyQuery(filter)
  const query = { ...asked, since: latest(asked.since, scope.since), doors: scope.doors }
  const { head, row, tail } = writing(format, filter.timeZone ?? DEFAULT_TIME_ZONE, now, scope.userId)
  yield head
  let first = true
  let after: Cursor | undefined
  do {
    const { rings, next } = await deps.history.page(scope.ownerId, query, { limit: BATCH, after, now })
    let text = ''
    for (const ring of rings.filter((one) => accountsOf(one).includes(scope.userId))) {
      text += row(ring, first)
      first = false
    }
    if (text) yield text
    after = next
  } while (after)
  if (tail) yield tail
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()

/**
 * Describes the file's content: `visitors_2026-11-01_2026-11-21_missed_front-door.csv`. Without a first day the name says `until-…`.
 * @param today in the resident's time zone
 */
export function exportName(filter: HistoryFilter, format: ExportFormat, today: string, doorLabel: string | undefined): string {
  const parts = [
    filter.from ? `${filter.from}_${filter.to ?? today}` : `until-${filter.to ?? today}`,
    filter.type && filter.type !== 'doorbell_ring' ? plain(filter.type) : '',
    filter.tab && filter.tab !== 'all' ? filter.tab : '',
    filter.outcome ? plain(filter.outcome) : '',
    doorLabel ? plain(doorLabel).slice(0, 40) : '',
    filter.search ? plain(filter.search).slice(0, 40) : '',
  ]
  return `${['visitors', ...parts].filter(Boolean).join('_')}.${format}`
}
