import { statement } from '#kit/statement.ts'

export const NEXT_DUE = statement({
  name: 'next-step-due',
  prepared: true,
  params: { until: 'timestamptz' },
  row: { nextAt: 'timestamptz?' },
  sql: 'SELECT min(next_at) AS "nextAt" FROM steps WHERE next_at <= :until',
})

export const CLAIM_STEPS = statement({
  name: 'claim-steps',
  params: { now: 'timestamptz', leasedUntil: 'timestamptz', limit: 'int' },
  row: { id: 'uuid', activityId: 'int', ownerId: 'int', kind: 'text' },
  sql: `UPDATE steps SET state = 'running', started_at = COALESCE(started_at, :now), next_at = :leasedUntil
WHERE id IN (SELECT s.id FROM steps s WHERE s.next_at <= :now ORDER BY s.next_at, s.id LIMIT :limit FOR UPDATE SKIP LOCKED)
RETURNING id, activity_id AS "activityId", owner_id AS "ownerId", kind`,
})

export const IS_SHOWN = statement({
  name: 'ring-is-shown',
  params: { activityId: 'int' },
  row: { isShown: 'boolean' },
  sql: `SELECT EXISTS (SELECT FROM pushes WHERE activity_id = :activityId AND kind = 'ring' AND shown_at IS NOT NULL) AS "isShown"`,
})

/** Mails of one door wait for each other: each then sees those before it. */
export const LOCK_DOOR = statement({
  name: 'lock-door-mails',
  params: { doorId: 'int' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtext('door mails'), :doorId)) AS lock",
})

export const COUNT_MAIL = statement({
  name: 'count-door-mail',
  params: { id: 'uuid', doorId: 'int', since: 'timestamptz' },
  row: { count: 'int' },
  sql: `WITH counted AS (UPDATE steps SET door_id = :doorId WHERE id = :id RETURNING started_at)
SELECT count(*)::int + 1 AS count FROM steps s, counted
WHERE s.door_id = :doorId AND s.id <> :id AND s.started_at > :since AND s.started_at <= counted.started_at AND s.reason IS NULL`,
})

export const FINISH_STEP = statement({
  name: 'finish-step',
  params: { id: 'uuid', reason: 'text?' },
  sql: `UPDATE steps SET next_at = NULL, reason = :reason::text, state = CASE WHEN :reason::text IS NULL THEN 'done' ELSE 'skipped' END
WHERE id = :id`,
})

export const POSTPONE_STEP = statement({
  name: 'postpone-step',
  params: { id: 'uuid', until: 'timestamptz' },
  sql: "UPDATE steps SET state = 'waiting', next_at = :until WHERE id = :id",
})
