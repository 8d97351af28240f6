import { type ParamTypes, statement } from '#kit/statement.ts'
import { NotificationParams, type UnreadCounts } from '#proto/entities.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { kindsCountedAs } from '#proto/notification-kinds.ts'
import { matches } from '../core/search-text.sql.ts'
import { IS_THEIRS, isOfKind, NOTIFICATION, NOTIFICATION_COLUMNS, NOTIFICATION_JOIN } from './notification-columns.sql.ts'

/** A change that returns the notifications as they are afterwards. */
const change = <const P extends ParamTypes>(name: string, params: P, update: string) =>
  statement({
    name,
    prepared: true,
    params,
    row: NOTIFICATION,
    sql: `WITH n AS (${update} RETURNING n.*) SELECT ${NOTIFICATION_COLUMNS} FROM n ${NOTIFICATION_JOIN} ORDER BY n.id`,
  })

const PARAMS = Object.keys(NotificationParams.shape)
const titlePart = (parts: string) => `(:${parts}::text[])[array_position(:titleKinds::text[], n.kind::text)]`

/**
 * Newest first; a filter that is null does not restrict. A search finds names in the params. The titles are three lists: kind, and the text
 * before and after the name.
 */
export const LIST_NOTIFICATIONS = statement({
  name: 'notifications',
  prepared: true,
  params: {
    ownerId: 'int',
    now: 'timestamptz',
    before: 'int?',
    type: 'text?',
    unread: 'boolean?',
    pattern: 'text?',
    kinds: 'text[]',
    titleKinds: 'text[]',
    titlesBefore: 'text[]',
    titlesAfter: 'text[]',
    limit: 'int',
  },
  row: NOTIFICATION,
  sql: `SELECT ${NOTIFICATION_COLUMNS} FROM notifications n ${NOTIFICATION_JOIN}
WHERE n.owner_id = :ownerId AND n.expires_at > :now AND ${IS_THEIRS} AND (:before::int IS NULL OR n.id < :before)
  AND (:type::text IS NULL OR n.type = :type) AND (:unread::boolean IS NULL OR n.read <> :unread)
  AND (:pattern::text IS NULL OR n.kind = ANY(:kinds::text[]) OR ${matches('n.message')}
    OR ${PARAMS.map((param) => matches(`(n.params->>'${param}')`)).join(' OR ')}
    OR ${matches(`concat(${titlePart('titlesBefore')}, n.params->>'name', ${titlePart('titlesAfter')})`)})
ORDER BY n.id DESC LIMIT :limit`,
})

/** Not prepared: a plan made on an empty table scans all of it until PostgreSQL has its statistics, a minute later. */
export const COUNT_UNREAD = statement({
  name: 'notifications-unread',
  params: { ownerIds: 'int[]', now: 'timestamptz' },
  row: { ownerId: 'int', unread: 'int' },
  sql: `SELECT n.owner_id AS "ownerId", count(*)::int AS unread FROM notifications n ${NOTIFICATION_JOIN}
WHERE n.owner_id = ANY(:ownerIds::int[]) AND NOT n.read AND n.expires_at > :now AND ${IS_THEIRS} GROUP BY n.owner_id`,
})

export const READ_NOTIFICATION = change(
  'notification-read',
  { ownerId: 'int', id: 'int', at: 'timestamptz' },
  `UPDATE notifications n SET read = true, read_at = COALESCE(n.read_at, :at) WHERE n.owner_id = :ownerId AND n.id = :id`,
)

/** With its event. Expires by the owner's plan. Returns no row for a known key. */
export const WRITE_NOTIFICATION = statement({
  name: 'notification-write',
  prepared: true,
  params: {
    eventId: 'uuid',
    ownerId: 'int',
    type: 'text',
    kind: 'text',
    params: 'jsonb',
    message: 'text',
    timestamp: 'timestamptz',
    activityId: 'int?',
    visitRequestId: 'int?',
    open: 'boolean',
    key: 'uuid?',
    toMail: 'boolean',
  },
  row: NOTIFICATION,
  sql: `WITH n AS (
  INSERT INTO notifications AS n (owner_id, type, kind, params, message, timestamp, activity_id, visit_request_id, open, key, to_mail,
    expires_at)
  SELECT :ownerId, :type, :kind, :params::jsonb, :message, :timestamp::timestamptz, :activityId, :visitRequestId, :open, :key::uuid,
    :toMail, :timestamp::timestamptz + make_interval(days => CASE WHEN (SELECT tier FROM owners WHERE id = :ownerId) = 'premium'
      THEN ${RETENTION_DAYS.premium} ELSE ${RETENTION_DAYS.free} END)
  ON CONFLICT (key) DO NOTHING RETURNING n.*
), event AS (
  INSERT INTO outbox (id, name, data, at) SELECT :eventId, 'doorbell.notification_added',
    jsonb_build_object('notificationId', n.id, 'ownerId', n.owner_id), :timestamp::timestamptz FROM n
)
SELECT ${NOTIFICATION_COLUMNS} FROM n ${NOTIFICATION_JOIN}`,
})

/**
 * Turns the rings' notifications into misses. Ring, account and whether it is mailed have the same index in three lists. For the jobs'
 * connection (app.ts).
 */
export const MISS_NOTIFICATIONS = change(
  'notifications-missed',
  { activityIds: 'int[]', ownerIds: 'int[]', toMail: 'boolean[]' },
  `UPDATE notifications n SET kind = 'missed', to_mail = missed.to_mail
  FROM unnest(:activityIds::int[], :ownerIds::int[], :toMail::bool[]) AS missed (id, owner_id, to_mail)
  WHERE n.activity_id = missed.id AND n.owner_id = missed.owner_id AND n.kind IN ('ring', 'missed')`,
)

/** All notifications of a handled visit: the ring's own, and those of its messages. One that is written concurrently is not among them. */
export const SETTLE_RING = statement({
  name: 'notification-settle-ring',
  params: { activityId: 'int', at: 'timestamptz' },
  sql: 'UPDATE notifications SET read = true, read_at = :at WHERE activity_id = :activityId AND timestamp <= :at AND NOT read',
})

/** The visitor has cancelled. */
export const SETTLE_CANCELLED_RING = statement({
  name: 'notification-settle-cancelled-ring',
  params: { activityId: 'int' },
  sql: `UPDATE notifications SET kind = 'left' WHERE activity_id = :activityId AND kind = 'ring'`,
})

export const READ_CHAT = statement({
  name: 'notification-read-chat',
  params: { activityId: 'int', ownerIds: 'int[]', at: 'timestamptz' },
  sql: `UPDATE notifications SET read = true, read_at = :at
WHERE activity_id = :activityId AND owner_id = ANY(:ownerIds::int[]) AND kind = 'message' AND NOT read`,
})

export const SETTLE_VISIT = statement({
  name: 'notification-settle-visit',
  params: { ownerId: 'int', visitRequestId: 'int', at: 'timestamptz' },
  sql: `UPDATE notifications SET open = false, read = true, read_at = COALESCE(read_at, :at)
WHERE owner_id = :ownerId AND visit_request_id = :visitRequestId`,
})

const countAs = (count: keyof UnreadCounts) => `(count(*) FILTER (WHERE ${isOfKind('n.kind', kindsCountedAs(count))}))::int AS ${count}`

/** Claims the owners whose summary is due, and counts what it contains. Not prepared, as COUNT_UNREAD. */
export const TAKE_DUE_SUMMARIES = statement({
  name: 'summaries-due',
  params: { waitingSince: 'timestamptz', mailedBefore: 'timestamptz', now: 'timestamptz' },
  row: { ownerId: 'int', newest: 'int', missed: 'int', messages: 'int', visits: 'int', system: 'int' },
  sql: `WITH due AS (
  UPDATE owners SET mailed_at = :now
  WHERE id IN (SELECT owner_id FROM notifications WHERE to_mail AND NOT read AND timestamp <= :waitingSince AND expires_at > :now)
    AND (mailed_at IS NULL OR mailed_at <= :mailedBefore)
  RETURNING id
)
SELECT n.owner_id AS "ownerId", max(n.id) AS newest,
  ${countAs('missed')}, ${countAs('messages')},
  ${countAs('visits')}, ${countAs('system')}
FROM notifications n JOIN due ON due.id = n.owner_id ${NOTIFICATION_JOIN}
WHERE n.to_mail AND NOT n.read AND n.expires_at > :now AND ${IS_THEIRS} GROUP BY n.owner_id`,
})
