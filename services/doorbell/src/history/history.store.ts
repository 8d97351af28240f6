/** Pages of the history: by window, newest first, and by the index of words where a window contains too few matches. */
import type pg from 'pg'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { CallKind } from '#proto/entities.ts'
import type { Prisma } from '../core/prisma.store.ts'
import type { Ring } from '../core/ring.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { likePattern } from '../core/search-text.sql.ts'
import {
  ESTIMATE_BY_WORDS,
  FIND_BY_TYPES,
  FIND_BY_WORDS,
  FORBID_SEQUENTIAL_SCANS,
  filtersOf,
  HORIZON,
  PAGE_AMONG,
  PAGE_BY_WINDOW,
} from './history.sql.ts'
import { type Cursor, cursorOf, type History, type HistoryQuery, type Page } from './history.ts'

/** Above this number of matches the index of words does not help: windows find such words. */
const WORDS_MAX = 2_000
/** pg_trgm needs three letters for a trigram. */
const LETTERS = 3

type HistoryPage = { rings: Ring[]; next: Cursor | undefined }

const patternOf = ({ search }: HistoryQuery) => (search ? likePattern(search) : null)
const paramsOf = (ownerId: number, query: HistoryQuery, { limit, after, now }: Page) => ({
  ...query,
  ownerId,
  afterAt: after?.at,
  afterId: after?.id,
  pattern: patternOf(query),
  limit,
  now,
})

/** @returns whether the index by owner and time alone finds every row */
const isUnfiltered = ({ search, type, tab, outcome, doorId, doors }: HistoryQuery) =>
  !search && !type && tab === 'all' && !outcome && !doorId && !doors

async function pageByWindow(pool: pg.Pool, ownerId: number, query: HistoryQuery, page: Page): Promise<HistoryPage> {
  const filters = filtersOf(query, page.after)
  const params = paramsOf(ownerId, query, page)
  const rings = (await fetchRows(pool, PAGE_BY_WINDOW.of(filters), params)).map(readRing)
  const last = rings.at(-1)
  if (last && rings.length === page.limit) return { rings, next: cursorOf(last) }
  // Only time restricts the list, so a short page is the last one. Every page polls this query.
  if (isUnfiltered(query)) return { rings, next: undefined }
  const end = await fetchRow(pool, HORIZON.of(filters), params)
  if (!end) return { rings, next: undefined }
  // Past the horizon one lane has read further than the other: the next page begins at the horizon.
  const isBefore = (ring: Ring) =>
    ring.timestamp > end.timestamp || (ring.timestamp.getTime() === end.timestamp.getTime() && ring.id >= end.id)
  return { rings: rings.filter(isBefore), next: { at: end.timestamp, id: end.id } }
}

/** @returns undefined where too many rings match */
async function pageByWords(pool: pg.Pool, ownerId: number, query: HistoryQuery, page: Page): Promise<HistoryPage | undefined> {
  const { search = '', searchedTypes } = query
  const words = { ownerId, pattern: likePattern(search) }
  const limit = WORDS_MAX + 1
  return inTransaction(pool, async (client) => {
    await execute(client, FORBID_SEQUENTIAL_SCANS, {})
    const { estimate = 0 } = (await fetchRow(client, ESTIMATE_BY_WORDS, words)) ?? {}
    if (estimate > WORDS_MAX) return undefined
    const found = await fetchRows(client, FIND_BY_WORDS, { ...words, limit })
    const typed = searchedTypes.length ? await fetchRows(client, FIND_BY_TYPES, { ownerId, types: searchedTypes, limit }) : []
    if (found.length > WORDS_MAX || typed.length > WORDS_MAX) return undefined
    const ids = [...found, ...typed].map(({ id }) => id)
    const rows = await fetchRows(client, PAGE_AMONG.of(filtersOf(query, page.after)), { ...paramsOf(ownerId, query, page), ids })
    const rings = rows.map(readRing)
    const last = rings.at(-1)
    return { rings, next: last && rings.length === page.limit ? cursorOf(last) : undefined }
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
