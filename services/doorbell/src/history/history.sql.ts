/**
 * The history's SQL. A list is read from an index in its order, along one or two lanes (`has chat` or `of type message`). Each lane reads
 * at most a window of rows for one page, so that the cost of a page is bounded for every filter.
 */
import { type Choice, statement, statementFamily } from '#kit/statement.ts'
import { RING, RING_COLUMNS, RING_JOINS } from '../core/ring-columns.sql.ts'
import { matches } from '../core/search-text.sql.ts'
import type { HistoryQuery } from './history.ts'

/** Rows that one lane reads for one page; fewer for a search, which costs several times as much per row. */
export const WINDOW = 8_000
const SEARCH_WINDOW = 5_000

/** Whether a filter is set, or its value where that selects the SQL. */
const CHOICES = {
  since: [false, true],
  until: [false, true],
  after: [false, true],
  type: ['any', 'doorbell_ring', 'message', 'video_call', 'audio_call', 'notification'],
  tab: ['all', 'doorbell', 'messages', 'notifications'],
  outcome: [false, true],
  door: [false, true],
  shared: [false, true],
  search: ['none', 'words', 'words and types'],
} as const
type Filters = Choice<typeof CHOICES>

/** The parameters that a combination of filters uses; the others are not sent. */
const PARAMS = {
  ownerId: 'int',
  since: 'timestamptz?',
  until: 'timestamptz?',
  afterAt: 'timestamptz?',
  afterId: 'int?',
  outcome: 'text?',
  doorId: 'int?',
  doors: 'int[]?',
} as const
const PAGE_PARAMS = { ...PARAMS, now: 'timestamptz', pattern: 'text?', searchedTypes: 'text[]', limit: 'int' } as const

export const filtersOf = (query: HistoryQuery, after: unknown): Filters => ({
  since: query.since !== undefined,
  until: query.until !== undefined,
  after: after !== undefined,
  type: query.type ?? 'any',
  tab: query.tab,
  outcome: query.outcome !== undefined,
  door: query.doorId !== undefined,
  shared: query.doors !== undefined,
  search: !query.search ? 'none' : query.searchedTypes.length ? 'words and types' : 'words',
})

const MESSAGE = ['a.has_chat', `a.activity_type = 'message'`]
const TYPED: Readonly<Record<Filters['type'], readonly string[]>> = {
  any: [],
  doorbell_ring: [],
  message: [...MESSAGE, `a.outcome = 'answered_message'`],
  video_call: [`a.outcome = 'answered_video'`, `a.activity_type = 'video_call'`],
  audio_call: [`a.outcome = 'answered_audio'`, `a.activity_type = 'audio_call'`],
  notification: [`a.activity_type = 'notification'`],
}
/** The Notifications tab shows missed rings: they were not answered, so the resident has only a notification. */
const TABBED: Readonly<Record<Filters['tab'], readonly string[]>> = {
  all: [],
  doorbell: [],
  messages: MESSAGE,
  notifications: [`a.outcome = 'missed'`, `a.activity_type = 'notification'`],
}
const either = (conditions: readonly string[]) => (conditions.length ? [`(${conditions.join(' OR ')})`] : [])

/** Of a member's rings no other is counted, compared or named by a cursor. */
const SHARED = [`a.door_id = ANY(:doors::int[])`, 'NOT a.test', `a.activity_type <> 'video_call'`]

/** Owner, time and cursor: every index has them. */
const within = ({ since, until, after, shared }: Filters) => [
  'a.owner_id = :ownerId',
  ...(since ? ['a.timestamp >= :since'] : []),
  ...(until ? ['a.timestamp < :until'] : []),
  ...(after ? ['(a.timestamp, a.id) < (:afterAt, :afterId)'] : []),
  ...(shared ? SHARED : []),
]

/** The first filter that restricts anything becomes the lanes, each with an index for it, so rare values come first. */
function lanesOf({ type, tab, outcome, door }: Filters): { readonly lanes: readonly string[]; readonly others: readonly string[] } {
  const filters = [TYPED[type], TABBED[tab], outcome ? ['a.outcome = :outcome'] : [], door ? ['a.door_id = :doorId'] : []]
  const [lanes = ['true'], ...others] = filters.filter((conditions) => conditions.length > 0)
  return { lanes, others: others.flatMap(either) }
}

/** The plain list, which every page polls, has a test ring while it is live, so that its modal opens without a socket too. */
const isPlain = ({ since, until, type, tab, outcome, door, search }: Filters) =>
  !since && !until && type === 'any' && tab === 'all' && !outcome && !door && search === 'none'

/** The conditions without an index. */
function restOf(filters: Filters): string[] {
  const tests = isPlain(filters) ? '(NOT a.test OR (a.outcome IS NULL AND a.ends_at > :now))' : 'NOT a.test'
  const conditions = ['a.expires_at > :now', tests, ...lanesOf(filters).others]
  if (filters.type === 'doorbell_ring' || filters.tab === 'doorbell') conditions.push(`a.activity_type = 'doorbell_ring'`)
  if (filters.search !== 'none') {
    const texts = [matches('a.visitor_name'), matches('a.message')]
    const types = filters.search === 'words and types' ? ['a.activity_type = ANY(:searchedTypes::text[])'] : []
    conditions.push(...either([...texts, ...types]))
  }
  return conditions
}

const windowOf = ({ search }: Filters) => (search === 'none' ? WINDOW : SEARCH_WINDOW)
const ORDER = 'ORDER BY a.timestamp DESC, a.id DESC'
const withDoors = (from: string) => `SELECT ${RING_COLUMNS} FROM (${from}) a ${RING_JOINS} ${ORDER}`

/** The newest matching rows of the lanes' windows. */
export const PAGE_BY_WINDOW = statementFamily({
  name: 'history-page',
  params: PAGE_PARAMS,
  row: RING,
  choices: CHOICES,
  sql: (filters) => {
    const { lanes } = lanesOf(filters)
    const parts = lanes.map((lane, index) => {
      // A row in two lanes is returned by the first.
      const earlier = lanes.slice(0, index).map((other) => `(${other}) IS NOT TRUE`)
      const window = `SELECT * FROM activities a WHERE ${[...within(filters), lane].join(' AND ')} ${ORDER} LIMIT ${windowOf(filters)}`
      return `(SELECT * FROM (${window}) a WHERE ${[...restOf(filters), ...earlier].join(' AND ')} ${ORDER} LIMIT :limit)`
    })
    return withDoors(`SELECT * FROM (${parts.join(' UNION ALL ')}) a ${ORDER} LIMIT :limit`)
  },
})

/** The end of the windows: the newest last row of the lanes that have more rows. No row: the list has ended. */
export const HORIZON = statementFamily({
  name: 'history-horizon',
  params: PARAMS,
  row: { timestamp: 'timestamptz', id: 'int' },
  choices: CHOICES,
  sql: (filters) => {
    const parts = lanesOf(filters).lanes.map(
      (lane) => `(SELECT a.timestamp, a.id FROM activities a WHERE ${[...within(filters), lane].join(' AND ')}
  ${ORDER} OFFSET ${windowOf(filters) - 1} LIMIT 1)`,
    )
    return `SELECT * FROM (${parts.join(' UNION ALL ')}) a ${ORDER} LIMIT 1`
  },
})

/** The same conditions, restricted to known ids. */
export const PAGE_AMONG = statementFamily({
  name: 'history-among',
  params: { ...PAGE_PARAMS, ids: 'int[]' },
  row: RING,
  choices: CHOICES,
  sql: (filters) => {
    const where = [...within(filters), ...either(lanesOf(filters).lanes), ...restOf(filters), 'a.id = ANY(:ids::int[])']
    return withDoors(`SELECT * FROM activities a WHERE ${where.join(' AND ')} ${ORDER} LIMIT :limit`)
  },
})

/** For a common part of a rare word the planner expects many rows and would scan the whole table. Until the transaction ends. */
export const FORBID_SEQUENTIAL_SCANS = statement({ name: 'history-forbid-sequential-scans', sql: 'SET LOCAL enable_seqscan = off' })

const WORDS = 'owner_id = :ownerId AND words LIKE lower(:pattern)'
/** About as many pages of the table as the estimate reads. */
const SAMPLED_PAGES = 32
const PAGES = `(pg_relation_size('activity_words') / 8192.0)`

/**
 * How many rings have the words, by a sample of the table: the cost is bounded. Counting, or reading the index up to a limit, would first
 * collect every occurrence of a common word.
 */
export const ESTIMATE_BY_WORDS = statement({
  name: 'history-estimate-by-words',
  params: { ownerId: 'int', pattern: 'text' },
  row: { estimate: 'int' },
  sql: `SELECT (count(*) * GREATEST(1, ${PAGES} / ${SAMPLED_PAGES}))::int AS estimate
FROM activity_words TABLESAMPLE SYSTEM (LEAST(100, 100.0 * ${SAMPLED_PAGES} / GREATEST(1, ${PAGES}))) WHERE ${WORDS}`,
})

export const FIND_BY_WORDS = statement({
  name: 'history-by-words',
  params: { ownerId: 'int', pattern: 'text', limit: 'int' },
  row: { id: 'int' },
  sql: `SELECT activity_id AS id FROM activity_words WHERE ${WORDS} LIMIT :limit`,
})

/** Rings are left out: a page by window finds them. */
export const FIND_BY_TYPES = statement({
  name: 'history-by-types',
  params: { ownerId: 'int', types: 'text[]', limit: 'int' },
  row: { id: 'int' },
  sql: `SELECT id FROM activities
WHERE owner_id = :ownerId AND activity_type <> 'doorbell_ring' AND activity_type = ANY(:types::text[]) LIMIT :limit`,
})
