import { statement } from '#kit/statement.ts'

export const NEXT_DUE = statement({
  name: 'next-step-due',
  prepared: true,
  params: { until: 'timestamptz' },
  row: { nextAt: 'timestamptz?' },
  sql: 'SELECT min(next_at) AS "nextAt" FROM steps WHERE next_at <= :until',
})

/** Steps of these kinds that are not needed are left out here; a kind of a newer release waits for a copy that has it. */
export const CLAIM_STEPS = statement({
  name: 'claim-steps',
  prepared: true,
  params: { now: 'timestamptz', leasedUntil: 'timestamptz', kinds: 'text[]', limit: 'int' },
  row: { id: 'uuid', activityId: 'int', ownerId: 'int', kind: 'text', reason: 'text?' },
  sql: `WITH due AS (
  SELECT s.id, s.activity_id, s.kind FROM steps s WHERE s.next_at <= :now ORDER BY s.next_at, s.id LIMIT :limit FOR UPDATE SKIP LOCKED
), step AS MATERIALIZED (
  SELECT due.id, CASE
    WHEN due.kind <> ALL (:kinds::text[]) THEN NULL
    WHEN (SELECT bool_or(p.shown_at IS NOT NULL) FROM pushes p WHERE p.activity_id = due.activity_id AND p.kind = 'ring') THEN 'seen'
    WHEN (SELECT r.outcome FROM rings r WHERE r.activity_id = due.activity_id) IS NOT NULL THEN 'over'
  END AS reason FROM due
)
UPDATE steps SET started_at = COALESCE(started_at, :now), reason = step.reason,
  state = CASE WHEN step.reason IS NULL THEN 'running' ELSE 'skipped' END,
  next_at = CASE WHEN step.reason IS NULL THEN :leasedUntil::timestamptz END
FROM step WHERE steps.id = step.id
RETURNING steps.id, steps.activity_id AS "activityId", steps.owner_id AS "ownerId", steps.kind, steps.reason`,
})

/** Mails of one door wait for each other: each then counts those before it. */
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

/** For each step the reason why it was not needed; '' for one that was done. */
export const FINISH_STEPS = statement({
  name: 'finish-steps',
  prepared: true,
  params: { ids: 'uuid[]', reasons: 'text[]' },
  sql: `UPDATE steps SET next_at = NULL, reason = NULLIF(r.reason, ''), state = CASE r.reason WHEN '' THEN 'done' ELSE 'skipped' END
FROM unnest(:ids::uuid[], :reasons::text[]) AS r (id, reason) WHERE steps.id = r.id`,
})

export const POSTPONE_STEP = statement({
  name: 'postpone-step',
  params: { id: 'uuid', until: 'timestamptz' },
  sql: "UPDATE steps SET state = 'waiting', next_at = :until WHERE id = :id",
})
