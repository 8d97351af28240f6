/** Pages of the history: by window, newest first, and by the index of words where a window holds too few matches. */
import type pg from 'pg'
import { inTransaction } from '#kit/postgres.ts'
import { CallKind } from '#proto/entities.ts'
import { type Cursor, cursorOf, type History, type HistoryQuery, type Page } from '../domain/history.ts'
import type { Ring } from '../domain/ring.ts'
import { amongSql, horizonSql, isUnfiltered, laneScan, pageSql, Values } from './history-query.ts'
import { likePattern } from './like-pattern.ts'
import type { Prisma } from './prisma.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

/** Above this number of matches the index of words does not help: windows find such words. */
const WORDS_MAX = 2_000
/** pg_trgm needs three letters for a trigram. */
const LETTERS = 3

type HistoryPage = { rings: Ring[]; next: Cursor | undefined }

async function pageByWindow(pool: pg.Pool, ownerId: number, query: HistoryQuery, { limit, after, now }: Page): Promise<HistoryPage> {
  const values = new Values()
  const scan = laneScan(values, ownerId, query, after, now)
  const { rows } = await pool.query(pageSql(scan, values.add(limit), RING_COLUMNS, RING_JOINS), values.list)
  const rings = rows.map(readRing)
  const last = rings.at(-1)
  if (last && rings.length === limit) return { rings, next: cursorOf(last) }
  // Only time restricts the list, so a short page is the last one. Every page polls this query.
  if (isUnfiltered(query)) return { rings, next: undefined }
  const known = new Values()
  const { rows: ends } = await pool.query<{ timestamp: Date; id: number }>(
    horizonSql(laneScan(known, ownerId, query, after, now)),
    known.list,
  )
  const [end] = ends
  if (!end) return { rings, next: undefined }
  // Behind the horizon one lane has read further than the other: the next page begins at the horizon.
  const isBefore = (ring: Ring) =>
    ring.timestamp > end.timestamp || (ring.timestamp.getTime() === end.timestamp.getTime() && ring.id >= end.id)
  return { rings: rings.filter(isBefore), next: { at: end.timestamp, id: end.id } }
}

const WORDS = 'SELECT activity_id AS id FROM activity_words WHERE owner_id = $1 AND words LIKE lower($2)'

type Estimate = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** The planner's estimate from its statistics. Counting would read every occurrence of a common word. */
async function estimateRows(client: pg.PoolClient, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<Estimate>(`EXPLAIN (FORMAT JSON) ${WORDS}`, [...values])
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** @returns undefined where too many rings match */
async function pageByWords(
  pool: pg.Pool,
  ownerId: number,
  query: HistoryQuery,
  { limit, after, now }: Page,
): Promise<HistoryPage | undefined> {
  const { search = '', searchedTypes } = query
  return inTransaction(pool, async (client) => {
    // For a common part of a rare word the planner expects many rows and would scan the whole table.
    await client.query('SET LOCAL enable_seqscan = off')
    const wordValues = [ownerId, likePattern(search)]
    if ((await estimateRows(client, wordValues)) > WORDS_MAX) return undefined
    const { rows: found } = await client.query<{ id: number }>(`${WORDS} LIMIT ${WORDS_MAX + 1}`, wordValues)
    const { rows: typed } = searchedTypes.length
      ? await client.query<{ id: number }>(
          `SELECT id FROM activities WHERE owner_id = $1 AND activity_type <> 'doorbell_ring' AND activity_type = ANY($2::text[])
  LIMIT ${WORDS_MAX + 1}`,
          [ownerId, searchedTypes],
        )
      : { rows: [] }
    if (found.length > WORDS_MAX || typed.length > WORDS_MAX) return undefined
    const values = new Values()
    const scan = laneScan(values, ownerId, query, after, now)
    const ids = values.add([...found, ...typed].map(({ id }) => id))
    const { rows } = await client.query(amongSql(scan, ids, values.add(limit), RING_COLUMNS, RING_JOINS), values.list)
    const rings = rows.map(readRing)
    const last = rings.at(-1)
    return { rings, next: last && rings.length === limit ? cursorOf(last) : undefined }
  })
}

export function createHistory(pool: pg.Pool, prisma: Prisma): History {
  return {
    page: async (ownerId, query, page) => {
      const first = await pageByWindow(pool, ownerId, query, page)
      if (first.rings.length === page.limit || !first.next || !query.search) return first
      if ([...query.search].length < LETTERS || query.searchedTypes.includes('doorbell_ring')) return first
      return (await pageByWords(pool, ownerId, query, page)) ?? first
    },
    timelineOf: (activityId) => prisma.mark.findMany({ where: { activityId }, orderBy: { at: 'asc' } }),
    callsOf: async (activityId) => {
      const rows = await prisma.call.findMany({ where: { activityId }, orderBy: { startedAt: 'asc' } })
      return rows.map(({ kind, startedAt, connectedAt, endedAt, seconds }) => ({
        kind: CallKind.catch('audio').parse(kind),
        startedAt,
        connectedAt,
        endedAt,
        seconds,
      }))
    },
  }
}
