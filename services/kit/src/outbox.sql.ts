/** The outbox, the same table in every service's database. */
import { statement, WITHOUT_WAITING } from './statement.ts'

export const INSERT_EVENT = statement({
  name: 'outbox-insert',
  prepared: true,
  params: { id: 'uuid', name: 'text', data: 'jsonb', at: 'timestamptz' },
  sql: 'INSERT INTO outbox (id, name, data, at) VALUES (:id, :name, :data, :at)',
})

export const MARK_SENT_SOON = statement({
  name: 'outbox-sent',
  prepared: true,
  params: { ids: 'uuid[]', now: 'timestamptz' },
  sql: `UPDATE outbox SET sent_at = :now WHERE id = ANY(:ids::uuid[]) AND ${WITHOUT_WAITING}`,
})

/** Unsent events, oldest first, that no other copy is publishing. */
export const TAKE_UNSENT = statement({
  name: 'outbox-take',
  params: { before: 'timestamptz' },
  row: { id: 'uuid', name: 'text', data: 'jsonb', at: 'timestamptz' },
  sql: 'SELECT id, name, data, at FROM outbox WHERE sent_at IS NULL AND at < :before ORDER BY at LIMIT 200 FOR UPDATE SKIP LOCKED',
})

export const MARK_SENT = statement({
  name: 'outbox-mark',
  params: { ids: 'uuid[]', now: 'timestamptz' },
  sql: 'UPDATE outbox SET sent_at = :now WHERE id = ANY(:ids::uuid[])',
})

export const DELETE_SENT = statement({
  name: 'outbox-delete',
  params: { before: 'timestamptz' },
  sql: 'DELETE FROM outbox WHERE sent_at < :before',
})

/** A deleted account's events, whichever field contains its id. Rare, so the few days of events are scanned. */
export const DELETE_OF_USER = statement({
  name: 'outbox-delete-user',
  params: { userId: 'int' },
  sql: "DELETE FROM outbox WHERE data ->> 'userId' = :userId::int::text OR data ->> 'ownerId' = :userId::int::text",
})

export const FIND_OLDEST_UNSENT = statement({
  name: 'outbox-oldest',
  row: { at: 'timestamptz?' },
  sql: 'SELECT min(at) AS at FROM outbox WHERE sent_at IS NULL',
})

/** For a new event stream, which has none of the events that were sent before. */
export const MARK_UNSENT = statement({
  name: 'outbox-reset',
  params: { before: 'timestamptz' },
  sql: 'UPDATE outbox SET sent_at = NULL WHERE sent_at < :before',
})
