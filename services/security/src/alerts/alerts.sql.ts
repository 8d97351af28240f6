import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { DueAlert } from './alerts.ts'

const ALERT = {
  id: 'int',
  userId: 'int',
  alertType: 'text',
  params: 'jsonb',
  ipAddress: 'text?',
  timestamp: 'timestamptz',
  isRead: 'boolean',
  mailKey: 'uuid',
} as const satisfies Readonly<Record<keyof DueAlert, RowType>>

/** A lease instead of an open transaction, so that no connection waits for auth. */
export const CLAIM_ALERTS = statement({
  name: 'alerts-claim',
  params: { now: 'timestamptz', leasedUntil: 'timestamptz', raisedSince: 'timestamptz', limit: 'int' },
  row: ALERT,
  sql: `UPDATE security_alerts SET next_at = :leasedUntil
WHERE id IN (
  SELECT a.id FROM security_alerts a WHERE a.next_at <= :now AND a.timestamp > :raisedSince
  ORDER BY a.next_at, a.id LIMIT :limit FOR UPDATE SKIP LOCKED
)
RETURNING ${selectList('security_alerts', ALERT)}`,
})
