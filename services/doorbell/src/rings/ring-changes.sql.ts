/**
 * The compare-and-sets of docs/product/states.md, one statement each: outcome, timeline entry and event commit together. A test ring has no
 * event.
 */
import { type ParamTypes, statement } from '#kit/statement.ts'
import { RING, RING_COLUMNS, RING_JOINS } from '../core/ring-columns.sql.ts'

export const END_RING = statement({
  name: 'end-ring',
  prepared: true,
  params: {
    id: 'int',
    outcome: 'text',
    isHandled: 'boolean',
    device: 'text?',
    session: 'text?',
    member: 'text?',
    answeredAt: 'timestamptz?',
    at: 'timestamptz',
    eventId: 'uuid',
    eventName: 'text',
    eventData: 'jsonb',
  },
  row: RING,
  sql: `
WITH changed AS (
  UPDATE activities SET outcome = :outcome, is_handled = :isHandled, answered_by = :device, answered_session = :session,
    answered_member = :member, answered_at = :answeredAt, version = version + 1
  WHERE id = :id AND outcome IS NULL AND ends_at > :at RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, by, at) SELECT id, :outcome, COALESCE(:session, ''), :at FROM changed ON CONFLICT DO NOTHING
), event AS (
  INSERT INTO outbox (id, name, data, at) SELECT :eventId, :eventName, :eventData::jsonb, :at FROM changed WHERE NOT test
)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
})

/** For the jobs' connection (app.ts). */
export const MISS_RINGS = statement({
  name: 'miss-rings',
  prepared: true,
  params: { now: 'timestamptz', nowText: 'text' },
  row: { ...RING, eventId: 'uuid', eventData: 'jsonb' },
  sql: `
WITH due AS (
  SELECT id FROM activities WHERE outcome IS NULL AND ends_at <= :now ORDER BY ends_at LIMIT 200 FOR UPDATE SKIP LOCKED
), changed AS (
  UPDATE activities SET outcome = 'missed', version = version + 1
  WHERE id IN (SELECT id FROM due) AND outcome IS NULL
  RETURNING *, gen_random_uuid() AS event_id,
    jsonb_build_object('activityId', id, 'ownerId', owner_id, 'outcome', outcome, 'at', :nowText::text) AS event_data
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'missed', :now FROM changed ON CONFLICT DO NOTHING
), notification AS (
  UPDATE notifications n SET kind = 'missed'
  FROM changed WHERE n.activity_id = changed.id AND n.kind = 'ring'
), event AS (
  INSERT INTO outbox (id, name, data, at) SELECT event_id, 'doorbell.ended', event_data, :now FROM changed WHERE NOT test
)
SELECT ${RING_COLUMNS}, a.event_id AS "eventId", a.event_data AS "eventData" FROM changed a ${RING_JOINS}`,
})

export const FIND_RING = statement({
  name: 'find-ring',
  prepared: true,
  params: { id: 'int', now: 'timestamptz' },
  row: RING,
  sql: `SELECT ${RING_COLUMNS} FROM activities a ${RING_JOINS} WHERE a.id = :id AND a.expires_at > :now`,
})

/** Of these, those that their visitor may see, newest first. Not prepared: a plan made on an empty table scans all of it. */
export const VISIBLE_RINGS = statement({
  name: 'visible-rings',
  params: { ids: 'int[]', now: 'timestamptz' },
  row: RING,
  sql: `SELECT ${RING_COLUMNS} FROM activities a ${RING_JOINS}
WHERE a.id = ANY(:ids::int[]) AND a.erased_at IS NULL AND a.expires_at > :now ORDER BY a.timestamp DESC, a.id DESC`,
})

/** The queue at doors, oldest first. */
export const LIVE_AT_DOORS = statement({
  name: 'live-at-doors',
  prepared: true,
  params: { doorIds: 'int[]', now: 'timestamptz' },
  row: RING,
  sql: `SELECT ${RING_COLUMNS} FROM activities a ${RING_JOINS}
WHERE a.door_id = ANY(:doorIds::int[]) AND a.outcome IS NULL AND NOT a.test AND a.ends_at + interval '0' > :now ORDER BY a.timestamp, a.id`,
})

/** What a replay contains at most: it must fit one NATS message (1 MiB). The list has all rings. */
const REPLAYED_MAX = 50
/** All doors of the own household. */
const AT_ITS_DOORS = '(h.doors IS NULL OR door_id = ANY(h.doors))'
/** Unread messages are replayed for this many rings at most. */
const UNREAD_MAX = 20

/**
 * The rings of a resident's replay, the newest of each part and household, oldest first: live, answered by this session, and with a chat.
 * One statement, because after the end of a gateway thousands of pages register within seconds. The sums of `interval '0'` leave one index
 * for each part. Each part has whole rows: a join by id would read every activity as long as the plan is one of an empty table. Of other
 * households it has rings at the member's doors.
 */
export const REPLAYED_RINGS = statement({
  name: 'replayed-rings',
  prepared: true,
  params: { userId: 'int', wall: 'boolean', session: 'text', now: 'timestamptz', answeredSince: 'timestamptz', placedSince: 'timestamptz' },
  row: { ...RING, part: 'text' },
  sql: `
WITH household AS (
  SELECT :userId::int AS id, NULL::int[] AS doors
  UNION ALL SELECT owner_id, doors FROM members WHERE user_id = :userId AND (until IS NULL OR until > now()) AND NOT :wall::boolean
), replayed AS (
  SELECT ring.* FROM household h CROSS JOIN LATERAL (
    (SELECT 'live' AS part, * FROM activities
      WHERE owner_id = h.id AND ${AT_ITS_DOORS} AND outcome IS NULL AND ends_at + interval '0' > :now
      ORDER BY timestamp + interval '0' DESC, id DESC LIMIT ${REPLAYED_MAX})
    UNION ALL
    (SELECT 'answered', * FROM activities
      WHERE owner_id = h.id AND ${AT_ITS_DOORS} AND answered_session = :session AND answered_at > :answeredSince
        AND timestamp > :placedSince
      ORDER BY timestamp DESC, id DESC LIMIT ${REPLAYED_MAX})
    UNION ALL
    (SELECT 'chat', * FROM activities
      WHERE owner_id = h.id AND ${AT_ITS_DOORS} AND has_chat AND expires_at + interval '0' > :now
      ORDER BY timestamp DESC, id DESC LIMIT ${UNREAD_MAX})
  ) ring
)
SELECT a.part, ${RING_COLUMNS} FROM replayed a
CROSS JOIN LATERAL (SELECT * FROM doors WHERE id = a.door_id OFFSET 0) d
CROSS JOIN LATERAL (SELECT * FROM owners WHERE id = a.owner_id OFFSET 0) o ORDER BY a.timestamp, a.id`,
})

/**
 * Only a ring that has ended: on a live one Mark as Handled is a dismissal (docs/product/decisions.md, 9). It counts as a hidden change,
 * because it must not be shown to the visitor.
 */
export const MARK_HANDLED = statement({
  name: 'mark-handled',
  prepared: true,
  params: { id: 'int', now: 'timestamptz' },
  row: RING,
  sql: `
WITH changed AS (
  UPDATE activities SET is_handled = true, version = version + 1, hidden_changes = hidden_changes + 1
  WHERE id = :id AND NOT is_handled AND (outcome IS NOT NULL OR ends_at <= :now) RETURNING *
), mark AS (
  INSERT INTO marks (activity_id, kind, at) SELECT id, 'handled', :now FROM changed ON CONFLICT DO NOTHING
)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
})

const change = <const P extends ParamTypes>(name: string, params: P, set: string, where: string) =>
  statement({
    name,
    prepared: true,
    params: { id: 'int', ...params },
    row: RING,
    sql: `WITH changed AS (UPDATE activities SET ${set}, version = version + 1 WHERE id = :id AND ${where} RETURNING *)
SELECT ${RING_COLUMNS} FROM changed a ${RING_JOINS}`,
  })

/**
 * Only a live or answered ring: later it does not matter whether its visitor is there. A blocked visitor must not update the resident's
 * pages.
 */
export const SET_AWAY = change(
  'set-away',
  { away: 'boolean', now: 'timestamptz' },
  'visitor_away = :away',
  `visitor_away <> :away AND NOT blocked AND CASE WHEN outcome IS NULL THEN ends_at > :now ELSE outcome LIKE 'answered%' END`,
)
export const SET_PHOTO = change('set-photo', { photo: 'text' }, 'photo = :photo', 'photo IS NULL AND NOT blocked')
/** Only while live; a hidden change. */
export const SILENCE = change(
  'silence',
  { userId: 'int', now: 'timestamptz' },
  'silenced_by = array_append(silenced_by, :userId), hidden_changes = hidden_changes + 1',
  "outcome IS NULL AND ends_at > :now AND NOT (:userId = ANY(COALESCE(silenced_by, '{}')))",
)
/** A hidden change: it must not be shown to the visitor. */
export const SET_KEPT = change('set-kept', { kept: 'boolean' }, 'kept = :kept, hidden_changes = hidden_changes + 1', 'kept <> :kept')
/** Only while live: later it would reveal to the visitor that somebody has come home. */
export const SET_SEEN = change(
  'set-seen',
  { at: 'timestamptz' },
  'seen_at = :at, delivered_at = COALESCE(delivered_at, :at)',
  'seen_at IS NULL AND outcome IS NULL AND ends_at > :at',
)

export const SET_DELIVERED = statement({
  name: 'set-delivered',
  prepared: true,
  params: { id: 'int', at: 'timestamptz' },
  row: { placedAt: 'timestamptz' },
  sql: 'UPDATE activities SET delivered_at = :at WHERE id = :id AND delivered_at IS NULL RETURNING timestamp AS "placedAt"',
})

export const ADD_MARK = statement({
  name: 'mark',
  prepared: true,
  params: { id: 'int', kind: 'text', by: 'text', at: 'timestamptz' },
  sql: 'INSERT INTO marks (activity_id, kind, by, at) VALUES (:id, :kind, :by, :at) ON CONFLICT DO NOTHING',
})
