/** Changes of a ring after it was placed: answers, ends, receipts, and fields set by its resident or visitor. */
import type pg from 'pg'
import { execute, fetchRow, fetchRows } from '#kit/postgres.ts'
import type { Row } from '#kit/statement.ts'
import { EVENTS, type EventEnvelope } from '#proto/events.ts'
import { TIME } from '#proto/limits.ts'
import { accountsOf, type Ring } from '../core/ring.ts'
import { type RING, readRing } from '../core/ring-columns.sql.ts'
import {
  ADD_MARK,
  END_RING,
  FIND_RING,
  LIVE_AT_DOORS,
  MARK_HANDLED,
  MISS_RINGS,
  REPLAYED_RINGS,
  SET_AWAY,
  SET_DELIVERED,
  SET_KEPT,
  SET_SEEN,
  SILENCE,
} from './ring-changes.sql.ts'
import type { Answer, Receipt, ReplayedRings, Rings } from './rings.ts'

const ringIn = (row: Row<typeof RING> | undefined) => row && readRing(row)
const inEvent = ({ id, name, data }: EventEnvelope) => ({ eventId: id, eventName: name, eventData: data })

/** @returns undefined when another end was first */
export async function storeAnswer(pool: pg.Pool, id: number, answer: Answer, event: EventEnvelope, at: Date): Promise<Ring | undefined> {
  return ringIn(await fetchRow(pool, END_RING, { id, ...answer, isHandled: true, answeredAt: at, at, ...inEvent(event) }))
}

/** @returns undefined when another end was first */
export async function storeCancel(pool: pg.Pool, id: number, event: EventEnvelope, at: Date): Promise<Ring | undefined> {
  const end = { outcome: 'cancelled', isHandled: false, device: null, session: null, member: null, answeredAt: null }
  return ringIn(await fetchRow(pool, END_RING, { id, ...end, at, ...inEvent(event) }))
}

/** One statement in place of Prisma's three: answers and pushes wait for it. */
export const findRing = async (pool: pg.Pool, id: number, now: Date) => ringIn(await fetchRow(pool, FIND_RING, { id, now }))

/** The queue at these doors, oldest first. */
export async function liveAtDoors(pool: pg.Pool, doorIds: readonly number[], now: Date): Promise<Ring[]> {
  return (await fetchRows(pool, LIVE_AT_DOORS, { doorIds, now })).map(readRing)
}

/** @param since answers after this time */
export async function replayedRings(
  pool: pg.Pool,
  { userId, session, wall }: Parameters<Rings['replayed']>[0],
  now: Date,
  since: Date,
): Promise<ReplayedRings> {
  // A ring is answered within its life, so the ring's time bounds the rows, and an index finds them.
  const placedSince = new Date(since.getTime() - TIME.ringLifeMost)
  const rows = await fetchRows(pool, REPLAYED_RINGS, { userId, wall, session, now, answeredSince: since, placedSince })
  // The statement knows a household's doors; whether the account has a ring is read with the ring.
  const part = (name: string) =>
    rows
      .filter((row) => row.part === name)
      .map(readRing)
      .filter((ring) => accountsOf(ring).includes(userId))
  return { live: part('live'), answeredHere: part('answered'), withChat: part('chat') }
}

/** Any copy may run this at any time; each ring is missed once. */
export async function missDueRings(pool: pg.Pool, now: Date): Promise<{ ring: Ring; event: EventEnvelope }[]> {
  const at = now.toISOString()
  const rows = await fetchRows(pool, MISS_RINGS, { now, nowText: at })
  return rows.map((row) => {
    // The statement has written this event to the outbox.
    const data = EVENTS['doorbell.ended'].parse(row.eventData)
    return { ring: readRing(row), event: { id: row.eventId, name: 'doorbell.ended', at, data } satisfies EventEnvelope<'doorbell.ended'> }
  })
}

export const markRingHandled = async (pool: pg.Pool, id: number, now: Date) => ringIn(await fetchRow(pool, MARK_HANDLED, { id, now }))
export const setRingAway = async (pool: pg.Pool, id: number, away: boolean, now: Date) =>
  ringIn(await fetchRow(pool, SET_AWAY, { id, away, now }))
export const setRingSilenced = async (pool: pg.Pool, id: number, userId: number, now: Date) =>
  ringIn(await fetchRow(pool, SILENCE, { id, userId, now }))
export const setRingKept = async (pool: pg.Pool, id: number, kept: boolean) => ringIn(await fetchRow(pool, SET_KEPT, { id, kept }))

/** Writes one timeline entry per device; only the resident's timeline counts devices (docs/product/decisions.md, 7). */
export async function recordRingReceipt(pool: pg.Pool, id: number, state: 'delivered' | 'seen', by: string, at: Date): Promise<Receipt> {
  await execute(pool, ADD_MARK, { id, kind: state, by, at })
  if (state === 'seen') return { seen: ringIn(await fetchRow(pool, SET_SEEN, { id, at })) }
  const placedAt = (await fetchRow(pool, SET_DELIVERED, { id, at }))?.placedAt
  return placedAt ? { deliveredIn: Math.max(0, at.getTime() - placedAt.getTime()) / 1_000 } : {}
}
