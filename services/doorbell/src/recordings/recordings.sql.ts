/** A statement that Prisma cannot express: one copy claims a film to make. */
import { statement } from '#kit/statement.ts'

/**
 * The oldest that no copy is making; owners take turns, so that many recordings of one account delay only its own: each owner's first film
 * of a day comes before the second of any owner.
 */
export const TAKE_RECORDING_TO_MAKE = statement({
  name: 'take-recording-to-make',
  params: { now: 'timestamptz', until: 'timestamptz' },
  row: { id: 'uuid', attempts: 'int' },
  sql: `UPDATE recordings SET made_until = :until, attempts = attempts + 1
WHERE id = (SELECT id FROM recordings r WHERE state = 'preparing' AND (made_until IS NULL OR made_until < :now)
  ORDER BY (SELECT count(*) FROM recordings before WHERE before.owner_id = r.owner_id
      AND before.started_at > r.started_at - interval '1 day' AND (before.ended_at, before.id) < (r.ended_at, r.id)), ended_at
  LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, attempts`,
})
