/**
 * The history's SQL. A list is read from an index that holds its order, along one or two lanes (`has chat` or `of type message`), and each
 * lane looks at no more than a window of rows for one page: whatever is asked, a page costs a bounded time.
 */
import type { Looking, Place } from '../domain/history.ts'

/** Rows one lane looks at for one page; fewer where each is searched for words, which costs several times as much. */
export const WINDOW = 8_000
export const SEARCH_WINDOW = 5_000

/** Collects parameters and gives their names. */
export class Values {
  readonly list: unknown[] = []
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

const MESSAGE = ['a.has_chat', `a.activity_type = 'message'`]
const TYPED: Record<NonNullable<Looking['type']>, readonly string[]> = {
  doorbell_ring: [],
  message: [...MESSAGE, `a.outcome = 'answered_message'`],
  video_call: [`a.outcome = 'answered_video'`, `a.activity_type = 'video_call'`],
  audio_call: [`a.outcome = 'answered_audio'`, `a.activity_type = 'audio_call'`],
  notification: [`a.activity_type = 'notification'`],
}
/** Notifications: what reached the resident as nothing but a notice, because nobody answered it. */
const TABBED: Record<Looking['tab'], readonly string[]> = {
  all: [],
  doorbell: [],
  messages: MESSAGE,
  notifications: [`a.outcome = 'missed'`, `a.activity_type = 'notification'`],
}
const RINGS = `a.activity_type = 'doorbell_ring'`
const either = (conditions: readonly string[]) => (conditions.length ? [`(${conditions.join(' OR ')})`] : [])

export type Query = {
  readonly window: number
  /** Each is served by an index of its own. */
  readonly lanes: readonly string[]
  readonly within: readonly string[]
  /** What the index cannot know; adds its parameters when it is asked for, because PostgreSQL takes none that is not used. */
  readonly rest: () => readonly string[]
}

/** `%`, `_` and `\` are letters like others. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** What one ring must be, lane apart; rare lanes first, because the first that restricts at all becomes the lane. */
export function queryOf(values: Values, ownerId: number, looking: Looking, after: Place | undefined, now: Date): Query {
  const within = [`a.owner_id = ${values.add(ownerId)}`]
  if (looking.since) within.push(`a.timestamp >= ${values.add(looking.since)}`)
  if (looking.until) within.push(`a.timestamp < ${values.add(looking.until)}`)
  if (after) within.push(`(a.timestamp, a.id) < (${values.add(after.at)}, ${values.add(after.id)})`)
  const choices = [
    () => (looking.type ? TYPED[looking.type] : []),
    () => TABBED[looking.tab],
    () => (looking.outcome ? [`a.outcome = ${values.add(looking.outcome)}`] : []),
    () => (looking.doorId ? [`a.door_id = ${values.add(looking.doorId)}`] : []),
  ]
  const [isLane, others] = firstThatRestricts(choices)
  const rest = () => {
    const conditions = [`a.expires_at > ${values.add(now)}`, ...others.flatMap((other) => either(other()))]
    if (looking.type === 'doorbell_ring' || looking.tab === 'doorbell') conditions.push(RINGS)
    if (looking.search) {
      const pattern = `lower(${values.add(likePattern(looking.search))})`
      const types = looking.searchedTypes.length ? [`a.activity_type = ANY(${values.add(looking.searchedTypes)}::text[])`] : []
      conditions.push(...either([`lower(a.visitor_name) LIKE ${pattern}`, `lower(a.message) LIKE ${pattern}`, ...types]))
    }
    return conditions
  }
  return { window: looking.search ? SEARCH_WINDOW : WINDOW, lanes: isLane.length ? isLane : ['true'], within, rest }
}

/** @returns whether the index alone finds every row: by owner and time */
export const isWhole = ({ search, type, tab, outcome, doorId }: Looking) => !search && !type && tab === 'all' && !outcome && !doorId

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

/** The newest rows of each lane's window that are what is looked for. */
export function pageSql({ window: rows, lanes, rest, within }: Query, limit: string, columns: string, joins: string): string {
  const conditions = rest()
  const parts = lanes.map((lane, index) => {
    // A row that two lanes hold belongs to the first.
    const earlier = lanes.slice(0, index).map((other) => `(${other}) IS NOT TRUE`)
    const window = `SELECT * FROM activities a WHERE ${[...within, lane].join(' AND ')} ${ORDER} LIMIT ${rows}`
    return `(SELECT * FROM (${window}) a WHERE ${[...conditions, ...earlier].join(' AND ')} ${ORDER} LIMIT ${limit})`
  })
  return WITH_DOOR(columns, joins, `SELECT * FROM (${parts.join(' UNION ALL ')}) a ${ORDER} LIMIT ${limit}`)
}

/** Where the windows end: the newest last row of those lanes that have more. No row: the list was looked through. */
export function horizonSql({ window, lanes, within }: Query): string {
  const parts = lanes.map(
    (lane) => `(SELECT a.timestamp, a.id FROM activities a WHERE ${[...within, lane].join(' AND ')} ${ORDER} OFFSET ${window - 1} LIMIT 1)`,
  )
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) a ${ORDER} LIMIT 1`
}

/** The same rows among known ids only. */
export function amongSql({ lanes, rest, within }: Query, ids: string, limit: string, columns: string, joins: string): string {
  const where = [...within, ...either(lanes), ...rest(), `a.id = ANY(${ids}::int[])`].join(' AND ')
  return WITH_DOOR(columns, joins, `SELECT * FROM activities a WHERE ${where} ${ORDER} LIMIT ${limit}`)
}
