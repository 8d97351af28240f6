/** A notification's columns in SQL: `n` is its row, `a` its activity, if any. */
import { type RowType, selectList } from '#kit/statement.ts'
import { RING_KINDS } from '#proto/notification-kinds.ts'
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
export const NOTIFICATION_JOIN = 'LEFT JOIN activities a ON a.id = n.activity_id'
