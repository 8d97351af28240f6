/** The compare-and-sets of states.md, one statement each: outcome, timeline entry and event commit together. */
import type pg from 'pg'
import { runStatement, type Statement } from '#kit/postgres.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Answer } from '../domain/ports.ts'
import type { Ring } from '../domain/ring.ts'
import { titleSql } from './notifications.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

const END = {
  name: 'end-ring',
  text: `
WITH changed AS (
  UPDATE activities SET outcome = $2, is_handled = $3, answered_by = $4, answered_session = $5, answered_at = $6, version = version + 1
  WHERE id = $1 AND outcome IS NULL AND ends_at > $7 RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, by, at) SELECT id, $2, COALESCE($5, ''), $7 FROM changed ON CONFLICT DO NOTHING
), event AS (
  INSERT INTO outbox (id, name, data, at) SELECT $8::uuid, $9, $10::jsonb, $7 FROM changed
)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
}

const MISS = {
  name: 'miss-rings',
  text: `
WITH due AS (
  SELECT id FROM activities WHERE outcome IS NULL AND ends_at <= $1 ORDER BY ends_at LIMIT 200 FOR UPDATE SKIP LOCKED
), changed AS (
  UPDATE activities SET outcome = 'missed', version = version + 1
  WHERE id IN (SELECT id FROM due) AND outcome IS NULL RETURNING *, gen_random_uuid() AS event_id
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'missed', $1 FROM changed ON CONFLICT DO NOTHING
), notification AS (
  UPDATE notifications n SET kind = 'missed', title = ${titleSql('missed', 'changed.visitor_name')}
  FROM changed WHERE n.activity_id = changed.id AND n.kind = 'ring'
), event AS (
  INSERT INTO outbox (id, name, data, at)
  SELECT event_id, 'doorbell.ended', jsonb_build_object('activityId', id, 'ownerId', owner_id, 'outcome', 'missed', 'at', $2::text), $1
  FROM changed
)
SELECT ${RING_COLUMNS}, a.event_id AS "eventId" FROM changed a ${RING_JOINS}`,
}

async function end(pool: pg.Pool, values: readonly unknown[], event: EventEnvelope, at: Date): Promise<Ring | undefined> {
  const [row] = await runStatement(pool, END, [...values, at, event.id, event.name, JSON.stringify(event.data)])
  return row && readRing(row)
}

/** @returns undefined when another end was first */
export function answerRing(pool: pg.Pool, id: number, answer: Answer, event: EventEnvelope, at: Date): Promise<Ring | undefined> {
  return end(pool, [id, answer.outcome, true, answer.device, answer.session, at], event, at)
}

/** @returns undefined when another end was first */
export function cancelRing(pool: pg.Pool, id: number, event: EventEnvelope, at: Date): Promise<Ring | undefined> {
  return end(pool, [id, 'cancelled', false, null, null, null], event, at)
}

const LIVE: Statement = {
  name: 'live-at-doors',
  text: `SELECT ${RING_COLUMNS} FROM activities a ${RING_JOINS}
WHERE a.door_id = ANY($1::int[]) AND a.outcome IS NULL AND a.ends_at + interval '0' > $2 ORDER BY a.timestamp, a.id`,
}

/** The queue at these doors, oldest first. */
export async function liveAtDoors(pool: pg.Pool, doorIds: readonly number[], now: Date): Promise<Ring[]> {
  return (await runStatement(pool, LIVE, [doorIds, now])).map(readRing)
}

/** Any copy may run this at any time; each ring is missed once. */
export async function missDueRings(pool: pg.Pool, now: Date): Promise<{ ring: Ring; event: EventEnvelope }[]> {
  const at = now.toISOString()
  const rows = await runStatement<{ eventId: string }>(pool, MISS, [now, at])
  return rows.map((row) => {
    const ring = readRing(row)
    const data = { activityId: ring.id, ownerId: ring.ownerId, outcome: 'missed' as const, at }
    return { ring, event: { id: row.eventId, name: 'doorbell.ended', at, data } satisfies EventEnvelope<'doorbell.ended'> }
  })
}

/** For changes that the visitor may not learn of. */
const HIDDEN = 'hidden_changes = hidden_changes + 1'
const change = (name: string, set: string, where: string): Statement => ({
  name,
  text: `WITH changed AS (UPDATE activities SET ${set}, version = version + 1 WHERE id = $1 AND ${where} RETURNING *)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
})
/** Only a ring that has ended: on a live one Mark as Handled is a dismissal (decision 9). */
const HANDLED: Statement = {
  name: 'mark-handled',
  text: `
WITH changed AS (
  UPDATE activities SET is_handled = true, version = version + 1, ${HIDDEN}
  WHERE id = $1 AND NOT is_handled AND (outcome IS NOT NULL OR ends_at <= $2) RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'handled', $2 FROM changed ON CONFLICT DO NOTHING
)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
}
/**
 * Only a live or answered ring: later nobody needs to know whether its visitor is there. A blocked visitor must not wake the resident's
 * pages.
 */
const AWAY = change(
  'set-away',
  'visitor_away = $2',
  `visitor_away <> $2 AND NOT blocked AND CASE WHEN outcome IS NULL THEN ends_at > $3 ELSE outcome LIKE 'answered%' END`,
)
const PHOTO = change('set-photo', 'photo = $2', 'photo IS NULL AND NOT blocked')
const KEPT = change('set-kept', `kept = $2, ${HIDDEN}`, 'kept <> $2')
/** Only while live: later it would reveal to the visitor that somebody has come home. */
const SEEN = change(
  'set-seen',
  'seen_at = $2, delivered_at = COALESCE(delivered_at, $2)',
  'seen_at IS NULL AND outcome IS NULL AND ends_at > $2',
)
const DELIVERED: Statement = {
  name: 'set-delivered',
  text: 'UPDATE activities SET delivered_at = $2 WHERE id = $1 AND delivered_at IS NULL',
}
const MARK: Statement = {
  name: 'mark',
  text: 'INSERT INTO marks (activity_id, kind, by, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
}

const changed = async (pool: pg.Pool, statement: Statement, values: readonly unknown[]): Promise<Ring | undefined> => {
  const [row] = await runStatement(pool, statement, values)
  return row && readRing(row)
}

export const markRingHandled = (pool: pg.Pool, id: number, now: Date) => changed(pool, HANDLED, [id, now])
export const setRingAway = (pool: pg.Pool, id: number, away: boolean, now: Date) => changed(pool, AWAY, [id, away, now])
export const setRingKept = (pool: pg.Pool, id: number, kept: boolean) => changed(pool, KEPT, [id, kept])
export const setRingPhoto = (pool: pg.Pool, id: number, photo: string) => changed(pool, PHOTO, [id, photo])

/** Writes one timeline entry per device; only the resident's timeline counts devices (decision 7). */
export async function recordRingReceipt(
  pool: pg.Pool,
  id: number,
  state: 'delivered' | 'seen',
  by: string,
  at: Date,
): Promise<Ring | undefined> {
  await runStatement(pool, MARK, [id, state, by, at])
  if (state === 'seen') return changed(pool, SEEN, [id, at])
  await runStatement(pool, DELIVERED, [id, at])
  return undefined
}
