/** What Prisma cannot say about recordings: one copy takes a film to make. */
import { statement } from '#kit/statement.ts'

/** The oldest that no copy is making. */
export const TAKE_RECORDING_TO_MAKE = statement({
  name: 'take-recording-to-make',
  params: { now: 'timestamptz', until: 'timestamptz' },
  row: { id: 'uuid', attempts: 'int' },
  sql: `UPDATE recordings SET made_until = :until, attempts = attempts + 1
WHERE id = (SELECT id FROM recordings WHERE state = 'preparing' AND (made_until IS NULL OR made_until < :now)
  ORDER BY ended_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, attempts`,
})
