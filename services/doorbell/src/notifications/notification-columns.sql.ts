/** A notification's columns in SQL: `n` is its row, `a` its activity, if any. */
import { type RowType, selectList } from '#kit/statement.ts'
import { RING_KINDS } from '#proto/notification-kinds.ts'
import { HAS_RING } from '../core/ring-columns.sql.ts'
import type { StoredNotification } from './stored-notification.ts'

const OF_NOTIFICATION = {
  id: 'int',
  ownerId: 'int',
  type: 'text',
  kind: 'text',
  params: 'jsonb',
  message: 'text',
  timestamp: 'timestamptz',
  read: 'boolean',
  activityId: 'int?',
  visitRequestId: 'int?',
} as const

/** A condition on a kind's column. */
export const isOfKind = (column: string, kinds: readonly string[]) => `${column} IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`

/** The row of every statement that returns a notification. */
export const NOTIFICATION = { ...OF_NOTIFICATION, actionRequired: 'boolean' } as const satisfies Readonly<
  Record<keyof StoredNotification, RowType>
>
export const NOTIFICATION_COLUMNS = `${selectList('n', OF_NOTIFICATION)},
  n.open OR (${isOfKind('n.kind', RING_KINDS)} AND a.id IS NOT NULL AND NOT a.is_handled) AS "actionRequired"`
/** LATERAL with OFFSET 0: a plan made on empty tables would read every activity. */
export const NOTIFICATION_JOIN = 'LEFT JOIN LATERAL (SELECT * FROM activities WHERE id = n.activity_id OFFSET 0) a ON true'
/** A member's notification of a ring that they have no more is not shown. */
export const IS_THEIRS = `(a.id IS NULL OR a.owner_id = n.owner_id
  OR EXISTS (SELECT FROM members m WHERE m.user_id = n.owner_id AND ${HAS_RING}))`
