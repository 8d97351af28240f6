import type pg from 'pg'
import { runStatement, type Statement } from '#kit/postgres.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { type NewNotification, type Notifications, TITLES } from '../domain/notifications.ts'
import { StoredNotification } from '../domain/stored-notification.ts'
import { likePattern } from './like-pattern.ts'

/** `n` is a notification's row, `a` its activity, if any. */
export const NOTIFICATION_COLUMNS = `n.id, n.owner_id AS "ownerId", n.type, n.kind, n.title, n.message, n.name, n.timestamp, n.read,
  n.open OR (n.kind IN ('ring', 'missed', 'left') AND a.id IS NOT NULL AND NOT a.is_handled) AS "actionRequired",
  n.activity_id AS "activityId", n.visit_request_id AS "visitRequestId"`
export const NOTIFICATION_JOIN = 'LEFT JOIN activities a ON a.id = n.activity_id'

/** A title in SQL, with the name from a column. */
export const titleSql = (kind: keyof typeof TITLES, name: string) => `'${TITLES[kind][0]}' || ${name} || '${TITLES[kind][1]}'`

const named = (name: string, text: string): Statement => ({ name, text })
const changed = (name: string, set: string, where: string): Statement =>
  named(
    name,
    `WITH n AS (UPDATE notifications n SET ${set} WHERE ${where} RETURNING *) SELECT ${NOTIFICATION_COLUMNS} FROM n ${NOTIFICATION_JOIN}`,
  )

const LIST = named(
  'notifications',
  `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n ${NOTIFICATION_JOIN}
WHERE n.owner_id = $1 AND n.expires_at > $2 AND ($3::int IS NULL OR n.id < $3) AND ($4::text IS NULL OR n.type = $4)
  AND ($5::boolean IS NULL OR n.read <> $5) AND ($6::text IS NULL OR n.title ILIKE $6 OR n.message ILIKE $6)
ORDER BY n.id DESC LIMIT $7`,
)
const UNREAD = named(
  'notifications-unread',
  `SELECT owner_id AS "ownerId", count(*)::int AS unread FROM notifications
WHERE owner_id = ANY($1::int[]) AND NOT read AND expires_at > $2 GROUP BY owner_id`,
)
const READ_ONE = changed('notification-read', 'read = true, read_at = COALESCE(n.read_at, $3)', 'n.owner_id = $1 AND n.id = $2')
const READ_ALL = 'UPDATE notifications SET read = true, read_at = $2 WHERE owner_id = $1 AND NOT read'
const UNDO = 'UPDATE notifications SET read = false, read_at = NULL WHERE owner_id = $1 AND read AND read_at = $2'
const WRITE = named(
  'notification-write',
  `WITH n AS (
  INSERT INTO notifications (owner_id, type, kind, title, message, name, timestamp, activity_id, visit_request_id, open, key, to_mail,
    expires_at)
  SELECT $1, $2, $3, $4, $5, $6, $7::timestamptz, $8, $9, $10, $11::uuid, $12,
    $7::timestamptz + make_interval(days => CASE WHEN (SELECT tier FROM owners WHERE id = $1) = 'premium'
      THEN ${RETENTION_DAYS.premium} ELSE ${RETENTION_DAYS.free} END)
  ON CONFLICT (key) DO NOTHING RETURNING *
) SELECT ${NOTIFICATION_COLUMNS} FROM n ${NOTIFICATION_JOIN}`,
)
const OF_RING = `activity_id = $1 AND kind = 'ring'`
const SETTLED = `UPDATE notifications SET read = true, read_at = $2 WHERE activity_id = $1 AND kind IN ('ring', 'missed', 'left')
  AND NOT read`
const LEFT = `UPDATE notifications SET kind = 'left', title = ${titleSql('left', 'name')} WHERE ${OF_RING}`
const CHAT_READ = `UPDATE notifications SET read = true, read_at = $2 WHERE activity_id = $1 AND kind = 'message' AND NOT read`
const VISIT =
  'UPDATE notifications SET open = false, read = true, read_at = COALESCE(read_at, $3) WHERE owner_id = $1 AND visit_request_id = $2'
const MISSED = named(
  'notifications-missed',
  `WITH n AS (
  UPDATE notifications SET kind = 'missed', title = ${titleSql('missed', 'notifications.name')}, to_mail = missed.to_mail
  FROM unnest($1::int[], $2::bool[]) AS missed (id, to_mail)
  WHERE activity_id = missed.id AND kind IN ('ring', 'missed') RETURNING notifications.*
) SELECT ${NOTIFICATION_COLUMNS} FROM n ${NOTIFICATION_JOIN} ORDER BY n.id`,
)

const DUE = named(
  'summaries-due',
  `WITH due AS (
  UPDATE owners SET mailed_at = $3
  WHERE id IN (SELECT owner_id FROM notifications WHERE to_mail AND NOT read AND timestamp <= $1 AND expires_at > $3)
    AND (mailed_at IS NULL OR mailed_at <= $2)
  RETURNING id
)
SELECT owner_id AS "ownerId", max(n.id) AS newest,
  (count(*) FILTER (WHERE kind IN ('ring', 'missed', 'left')))::int AS missed, (count(*) FILTER (WHERE kind = 'message'))::int AS messages,
  (count(*) FILTER (WHERE kind = 'visit'))::int AS visits, (count(*) FILTER (WHERE kind = 'system'))::int AS system
FROM notifications n JOIN due ON due.id = n.owner_id WHERE to_mail AND NOT read AND expires_at > $3 GROUP BY owner_id`,
)
const MAILED = 'UPDATE notifications SET to_mail = false WHERE owner_id = $1 AND id <= $2 AND to_mail'
const NOT_MAILED = 'UPDATE owners SET mailed_at = $2 WHERE id = $1'

export function createNotifications(pool: pg.Pool): Notifications {
  const many = async (statement: Statement, values: readonly unknown[]) =>
    (await runStatement(pool, statement, values)).map((row) => StoredNotification.parse(row))
  const count = async (text: string, values: unknown[]) => (await pool.query(text, values)).rowCount ?? 0
  return {
    ofOwner: (ownerId, { limit, before, now, type, unread, search }) =>
      many(LIST, [ownerId, now, before ?? null, type ?? null, unread ?? null, search ? likePattern(search) : null, limit]),
    unread: async (ownerIds, now) => {
      const rows = await runStatement<{ ownerId: number; unread: number }>(pool, UNREAD, [ownerIds, now])
      return new Map(rows.map((row) => [row.ownerId, row.unread]))
    },
    read: async (ownerId, id, at) => (await many(READ_ONE, [ownerId, id, at]))[0],
    readAll: (ownerId, at) => count(READ_ALL, [ownerId, at]),
    undoReadAll: (ownerId, at) => count(UNDO, [ownerId, at]),
    write: async (notification) => (await many(WRITE, valuesOf(notification)))[0],
    settleRing: async (activityId, cancelled, at) => (await (cancelled ? count(LEFT, [activityId]) : count(SETTLED, [activityId, at]))) > 0,
    markChatRead: async (activityId, at) => (await count(CHAT_READ, [activityId, at])) > 0,
    settleVisit: async (ownerId, visitRequestId, at) => (await count(VISIT, [ownerId, visitRequestId, at])) > 0,
    markMissed: (rings) => many(MISSED, [rings.map(({ activityId }) => activityId), rings.map(({ toMail }) => toMail)]),
    takeDueSummaries: ({ waitingSince, mailedBefore, now }) => runStatement(pool, DUE, [waitingSince, mailedBefore, now]),
    completeSummary: async ({ ownerId, newest }, mailed, tryAfter) => {
      if (mailed) await pool.query(MAILED, [ownerId, newest])
      else await pool.query(NOT_MAILED, [ownerId, tryAfter])
    },
  }
}

const valuesOf = (n: NewNotification) => [
  n.ownerId,
  n.type,
  n.kind,
  n.title,
  n.message,
  n.name,
  n.timestamp,
  n.activityId,
  n.visitRequestId,
  n.open,
  n.key,
  n.toMail,
]
