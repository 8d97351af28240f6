/**
 * The history's SQL. A list is read from an index in its order, along one or two lanes (`has chat` or `of type message`). Each lane reads
 * at most a window of rows for one page, so that the cost of a page is bounded for every filter.
 */
import type { Cursor, HistoryQuery } from '../domain/history.ts'
import { likePattern } from './like-pattern.ts'

/** Rows that one lane reads for one page; fewer for a search, which costs several times as much per row. */
export const WINDOW = 8_000
export const SEARCH_WINDOW = 5_000

/** Collects parameters and returns their placeholders. */
export class Values {
  readonly list: unknown[] = []
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

const MESSAGE = ['a.has_chat', `a.activity_type = 'message'`]
const TYPED: Record<NonNullable<HistoryQuery['type']>, readonly string[]> = {
  doorbell_ring: [],
  message: [...MESSAGE, `a.outcome = 'answered_message'`],
  video_call: [`a.outcome = 'answered_video'`, `a.activity_type = 'video_call'`],
  audio_call: [`a.outcome = 'answered_audio'`, `a.activity_type = 'audio_call'`],
  notification: [`a.activity_type = 'notification'`],
}
/** The Notifications tab shows missed rings: nobody answered them, so the resident has only a notification. */
const TABBED: Record<HistoryQuery['tab'], readonly string[]> = {
  all: [],
  doorbell: [],
  messages: MESSAGE,
  notifications: [`a.outcome = 'missed'`, `a.activity_type = 'notification'`],
}
const RINGS = `a.activity_type = 'doorbell_ring'`
const either = (conditions: readonly string[]) => (conditions.length ? [`(${conditions.join(' OR ')})`] : [])

export type LaneScan = {
  readonly window: number
  /** Each lane has its own index. */
  readonly lanes: readonly string[]
  readonly within: readonly string[]
  /** Conditions without an index. Adds their parameters when called, because PostgreSQL refuses unused parameters. */
  readonly rest: () => readonly string[]
}

/** The conditions of a query. The first choice that restricts anything becomes the lanes, so rare values come first. */
export function laneScan(values: Values, ownerId: number, query: HistoryQuery, after: Cursor | undefined, now: Date): LaneScan {
  const within = [`a.owner_id = ${values.add(ownerId)}`]
  if (query.since) within.push(`a.timestamp >= ${values.add(query.since)}`)
  if (query.until) within.push(`a.timestamp < ${values.add(query.until)}`)
  if (after) within.push(`(a.timestamp, a.id) < (${values.add(after.at)}, ${values.add(after.id)})`)
  const choices = [
    () => (query.type ? TYPED[query.type] : []),
    () => TABBED[query.tab],
    () => (query.outcome ? [`a.outcome = ${values.add(query.outcome)}`] : []),
    () => (query.doorId ? [`a.door_id = ${values.add(query.doorId)}`] : []),
  ]
  const [isLane, others] = firstThatRestricts(choices)
  const rest = () => {
    const conditions = [`a.expires_at > ${values.add(now)}`, ...others.flatMap((other) => either(other()))]
    if (query.type === 'doorbell_ring' || query.tab === 'doorbell') conditions.push(RINGS)
    if (query.search) {
      const pattern = `lower(${values.add(likePattern(query.search))})`
      const types = query.searchedTypes.length ? [`a.activity_type = ANY(${values.add(query.searchedTypes)}::text[])`] : []
      conditions.push(...either([`lower(a.visitor_name) LIKE ${pattern}`, `lower(a.message) LIKE ${pattern}`, ...types]))
    }
    return conditions
  }
  return { window: query.search ? SEARCH_WINDOW : WINDOW, lanes: isLane.length ? isLane : ['true'], within, rest }
}

/** @returns whether the index by owner and time alone finds every row */
export const isUnfiltered = ({ search, type, tab, outcome, doorId }: HistoryQuery) =>
  !search && !type && tab === 'all' && !outcome && !doorId

type Choice = () => readonly string[]

function firstThatRestricts(choices: readonly Choice[]): [readonly string[], readonly Choice[]] {
  for (const [index, choice] of choices.entries()) {
    const lanes = choice()
    if (lanes.length) return [lanes, choices.slice(index + 1)]
  }
  return [[], []]
}

const ORDER = 'ORDER BY a.timestamp DESC, a.id DESC'
const WITH_DOOR = (columns: string, joins: string, from: string) => `SELECT ${columns} FROM (${from}) a ${joins} ${ORDER}`

/** The newest matching rows of the lanes' windows. */
export function pageSql({ window: rows, lanes, rest, within }: LaneScan, limit: string, columns: string, joins: string): string {
  const conditions = rest()
  const parts = lanes.map((lane, index) => {
    // A row in two lanes counts for the first.
    const earlier = lanes.slice(0, index).map((other) => `(${other}) IS NOT TRUE`)
    const window = `SELECT * FROM activities a WHERE ${[...within, lane].join(' AND ')} ${ORDER} LIMIT ${rows}`
    return `(SELECT * FROM (${window}) a WHERE ${[...conditions, ...earlier].join(' AND ')} ${ORDER} LIMIT ${limit})`
  })
  return WITH_DOOR(columns, joins, `SELECT * FROM (${parts.join(' UNION ALL ')}) a ${ORDER} LIMIT ${limit}`)
}

/** Where the windows end: the newest last row of the lanes that have more rows. No row: the list has ended. */
export function horizonSql({ window, lanes, within }: LaneScan): string {
  const parts = lanes.map(
    (lane) => `(SELECT a.timestamp, a.id FROM activities a WHERE ${[...within, lane].join(' AND ')} ${ORDER} OFFSET ${window - 1} LIMIT 1)`,
  )
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) a ${ORDER} LIMIT 1`
}

/** The same conditions, restricted to known ids. */
export function amongSql({ lanes, rest, within }: LaneScan, ids: string, limit: string, columns: string, joins: string): string {
  const where = [...within, ...either(lanes), ...rest(), `a.id = ANY(${ids}::int[])`].join(' AND ')
  return WITH_DOOR(columns, joins, `SELECT * FROM activities a WHERE ${where} ${ORDER} LIMIT ${limit}`)
}
