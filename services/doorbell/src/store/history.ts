/** The history's pages: newest first by window, and by the index of words where a window does not hold enough. */
import type pg from 'pg'
import { inTransaction } from '#kit/postgres.ts'
import { CallKind } from '#proto/entities.ts'
import { type History, type Looking, type Page, type Place, placeOf } from '../domain/history.ts'
import type { Ring } from '../domain/ring.ts'
import { amongSql, horizonSql, isWhole, likePattern, pageSql, queryOf, Values } from './history-query.ts'
import type { Prisma } from './prisma.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

/** Words found on more rings than this are no help; they are found by windows. */
const FOUND_MAX = 2_000
/** Three letters make a trigram; fewer match too much for an index (pg_trgm). */
const LETTERS = 3

type Found = { rings: Ring[]; next: Place | undefined }

async function byWindow(pool: pg.Pool, ownerId: number, looking: Looking, { limit, after, now }: Page): Promise<Found> {
  const values = new Values()
  const query = queryOf(values, ownerId, looking, after, now)
  const { rows } = await pool.query(pageSql(query, values.add(limit), RING_COLUMNS, RING_JOINS), values.list)
  const rings = rows.map(readRing)
  const last = rings.at(-1)
  if (last && rings.length === limit) return { rings, next: placeOf(last) }
  // Nothing but time restricts the list: what is short has ended. Every page polls this one.
  if (isWhole(looking)) return { rings, next: undefined }
  const known = new Values()
  const { rows: ends } = await pool.query<{ timestamp: Date; id: number }>(
    horizonSql(queryOf(known, ownerId, looking, after, now)),
    known.list,
  )
  const [end] = ends
  if (!end) return { rings, next: undefined }
  // Behind the horizon one lane has looked further than the other: the next page begins there.
  const isBefore = (ring: Ring) =>
    ring.timestamp > end.timestamp || (ring.timestamp.getTime() === end.timestamp.getTime() && ring.id >= end.id)
  return { rings: rings.filter(isBefore), next: { at: end.timestamp, id: end.id } }
}

const WORDS = 'SELECT activity_id AS id FROM activity_words WHERE owner_id = $1 AND words LIKE lower($2)'

type Estimate = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** The planner's guess, from its sample of the words: it costs nothing, where counting would read every place of a common word. */
async function guess(client: pg.PoolClient, values: readonly unknown[]): Promise<number> {
  const { rows } = await client.query<Estimate>(`EXPLAIN (FORMAT JSON) ${WORDS}`, [...values])
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** @returns undefined where the words are on too many rings */
async function byWords(pool: pg.Pool, ownerId: number, looking: Looking, { limit, after, now }: Page): Promise<Found | undefined> {
  const { search = '', searchedTypes } = looking
  return inTransaction(pool, async (client) => {
    // A common part of a rare word makes the planner expect many rows: it must not read everybody's words for that.
    await client.query('SET LOCAL enable_seqscan = off')
    const asked = [ownerId, likePattern(search)]
    if ((await guess(client, asked)) > FOUND_MAX) return undefined
    const { rows: found } = await client.query<{ id: number }>(`${WORDS} LIMIT ${FOUND_MAX + 1}`, asked)
    const { rows: typed } = searchedTypes.length
      ? await client.query<{ id: number }>(
          `SELECT id FROM activities WHERE owner_id = $1 AND activity_type <> 'doorbell_ring' AND activity_type = ANY($2::text[]) LIMIT ${FOUND_MAX + 1}`,
          [ownerId, searchedTypes],
        )
      : { rows: [] }
    if (found.length > FOUND_MAX || typed.length > FOUND_MAX) return undefined
    const values = new Values()
    const query = queryOf(values, ownerId, looking, after, now)
    const ids = values.add([...found, ...typed].map(({ id }) => id))
    const { rows } = await client.query(amongSql(query, ids, values.add(limit), RING_COLUMNS, RING_JOINS), values.list)
    const rings = rows.map(readRing)
    const last = rings.at(-1)
    return { rings, next: last && rings.length === limit ? placeOf(last) : undefined }
  })
}

export function createHistory(pool: pg.Pool, prisma: Prisma): History {
  return {
    page: async (ownerId, looking, page) => {
      const first = await byWindow(pool, ownerId, looking, page)
      if (first.rings.length === page.limit || !first.next || !looking.search) return first
      if ([...looking.search].length < LETTERS || looking.searchedTypes.includes('doorbell_ring')) return first
      return (await byWords(pool, ownerId, looking, page)) ?? first
    },
    marksOf: (activityId) => prisma.mark.findMany({ where: { activityId }, orderBy: { at: 'asc' } }),
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
