/** A notification's columns in SQL: `n` is its row, `a` its activity, if any. */
import { type RowType, selectList } from '#kit/statement.ts'
import { TITLES } from '../domain/notifications.ts'
import type { StoredNotification } from '../domain/stored-notification.ts'

const OF_NOTIFICATION = {
  id: 'int',
  ownerId: 'int',
  type: 'text',
  kind: 'text',
  title: 'text',
  message: 'text',
  name: 'text?',
  timestamp: 'timestamptz',
  read: 'boolean',
  activityId: 'int?',
  visitRequestId: 'int?',
} as const

/** The row of every statement that returns a notification. */
export const NOTIFICATION = { ...OF_NOTIFICATION, actionRequired: 'boolean' } as const satisfies Readonly<
  Record<keyof StoredNotification, RowType>
>
export const NOTIFICATION_COLUMNS = `${selectList('n', OF_NOTIFICATION)},
  n.open OR (n.kind IN ('ring', 'missed', 'left') AND a.id IS NOT NULL AND NOT a.is_handled) AS "actionRequired"`
export const NOTIFICATION_JOIN = 'LEFT JOIN activities a ON a.id = n.activity_id'

/** A title in SQL, with the name from a column. */
export const titleSql = (kind: keyof typeof TITLES, name: string) => `'${TITLES[kind][0]}' || ${name} || '${TITLES[kind][1]}'`
