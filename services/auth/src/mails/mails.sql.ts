import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { OutgoingMail } from '../core/ports.ts'

const MAIL = {
  id: 'uuid',
  to: 'text',
  replyTo: 'text?',
  subject: 'text',
  text: 'text',
  html: 'text?',
  kind: 'text?',
  at: 'timestamptz',
  attempts: 'int',
} as const satisfies Readonly<Record<keyof OutgoingMail | 'attempts', RowType>>

/** A lease instead of an open transaction, so that no connection waits for a mail server. */
export const CLAIM_MAILS = statement({
  name: 'mails-claim',
  params: { now: 'timestamptz', leasedUntil: 'timestamptz', limit: 'int' },
  row: MAIL,
  sql: `UPDATE mails SET next_at = :leasedUntil, attempts = attempts + 1
WHERE id IN (SELECT id FROM mails WHERE next_at <= :now ORDER BY next_at LIMIT :limit FOR UPDATE SKIP LOCKED)
RETURNING ${selectList('mails', MAIL)}`,
})
