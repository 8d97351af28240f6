/**
 * The connections of rings plan each prepared statement once, mostly on empty tables (kit's planByIndex). A join would then read every ring
 * that was ever stored: where rows are found by earlier ones, a LATERAL with OFFSET 0 leaves one index to find them by.
 * To avoid deadlocks, every statement locks devices in the order of their ids, by a lock or by the foreign key of a new
 * push, and devices before existing pushes, as the deletion of a device does.
 */
import { statement } from '#kit/statement.ts'

const CLAIMED = {
  id: 'uuid',
  kind: 'text',
  userId: 'int',
  ownerId: 'int',
  activityId: 'int?',
  subject: 'text',
  ref: 'text?',
  attempts: 'int',
  lastStatus: 'int?',
  endsAt: 'timestamptz',
  deviceId: 'uuid',
  language: 'text',
  browser: 'text',
  platform: 'text',
  details: 'boolean',
  endpoint: 'text?',
  p256dh: 'text?',
  auth: 'text?',
  publicKey: 'text?',
} as const

/** `p`: the push, `d`: its device. @param ownerId of its ring */
const claimedColumns = (ownerId = 'p.user_id') => `p.id, p.kind, p.user_id AS "userId", ${ownerId} AS "ownerId",
  p.activity_id AS "activityId", p.subject, p.ref, p.attempts, p.statuses[cardinality(p.statuses)] AS "lastStatus", p.ends_at AS "endsAt",
  d.id AS "deviceId", d.language, d.browser, d.platform,
  d.details, d.endpoint, d.p256dh, d.auth, d.public_key AS "publicKey"`

/** The ring of `p`. Not EXISTS: planned on empty tables, that reads every ring that was ever stored. */
const OUTCOME_OF_PUSH = '(SELECT r.outcome FROM rings r WHERE r.activity_id = p.activity_id)'
const OWNER_OF_PUSH = 'COALESCE((SELECT r.owner_id FROM rings r WHERE r.activity_id = p.activity_id), p.user_id)'

/** Rings, pushes and steps are one statement: a stored ring has all of them, whichever copy dies when. `batch`: PlacedRings. */
export const CLAIM_RINGS = statement({
  name: 'claim-rings',
  prepared: true,
  params: {
    batch: 'jsonb',
    now: 'timestamptz',
    leasedUntil: 'timestamptz',
    expiresAt: 'timestamptz',
    stepKinds: 'text[]',
    stepSeconds: 'int[]',
  },
  row: CLAIMED,
  sql: `WITH placed AS (
  SELECT * FROM jsonb_to_recordset(:batch::jsonb -> 'rings') AS r ("activityId" int, "ownerId" int, "doorId" int, "deviceId" uuid,
    subject text, at timestamptz, "endsAt" timestamptz, test boolean, quiet boolean, members int[])
), ring AS (
  INSERT INTO rings (activity_id, owner_id, members, door_id, committed_at, ends_at, test, quiet, expires_at, pushed)
  SELECT r."activityId", r."ownerId", r.members, r."doorId", r.at, r."endsAt", r.test, r.quiet, :expiresAt, (
    SELECT count(*)::int FROM devices d WHERE d.user_id = r."ownerId" AND d.endpoint IS NOT NULL AND r."endsAt" > :now
      AND (r."deviceId" IS NULL OR d.id = r."deviceId")
  ) FROM placed r
  WHERE NOT EXISTS (SELECT FROM tombstones t WHERE t.user_id = r."ownerId") ORDER BY r."activityId"
  ON CONFLICT DO NOTHING RETURNING *
), step AS (
  INSERT INTO steps (id, activity_id, owner_id, number, kind, due_at, next_at, expires_at)
  SELECT gen_random_uuid(), ring.activity_id, ring.owner_id, s.number, s.kind, due.at, due.at, ring.expires_at
  FROM ring, unnest(:stepKinds::text[], :stepSeconds::int[]) WITH ORDINALITY AS s (kind, seconds, number),
    LATERAL (SELECT ring.committed_at + make_interval(secs => s.seconds) AS at) due
  WHERE NOT ring.test AND ring.ends_at > :now ON CONFLICT DO NOTHING
), p AS (
  INSERT INTO pushes (id, user_id, device_id, activity_id, kind, subject, created_at, next_at, ends_at, expires_at)
  SELECT gen_random_uuid(), d.user_id, d.id, ring.activity_id, 'ring', r.subject, :now, :leasedUntil, ring.ends_at, ring.expires_at
  FROM ring JOIN placed r ON r."activityId" = ring.activity_id
  CROSS JOIN LATERAL (SELECT * FROM devices WHERE user_id = ANY (ring.owner_id || ring.members) OFFSET 0) d
  WHERE d.endpoint IS NOT NULL AND ring.ends_at > :now AND (r."deviceId" IS NULL OR d.id = r."deviceId")
  ORDER BY d.id, ring.activity_id
  ON CONFLICT (subject, device_id, kind) DO NOTHING RETURNING *
)
SELECT ${claimedColumns('ring.owner_id')} FROM p JOIN devices d ON d.id = p.device_id JOIN ring ON ring.activity_id = p.activity_id`,
})

/**
 * Repeated events may arrive in another order: an end that comes first stores its ring, so that a miss is still pushed.
 * A step that is not due yet is no longer needed; one of a newer release's kind is left to a copy that has it.
 * `batch`: EndedRings, one of each ring; copies lock them in one order. @returns rings whose end may be pushed: their owner or a member
 * has a device
 */
export const END_RINGS = statement({
  name: 'end-rings',
  prepared: true,
  params: { batch: 'jsonb', stepKinds: 'text[]', expiresAt: 'timestamptz' },
  row: { activityId: 'int' },
  sql: `WITH ended AS (
  SELECT e.*, (SELECT r.owner_id || r.members FROM rings r WHERE r.activity_id = e."activityId") AS accounts
  FROM jsonb_to_recordset(:batch::jsonb -> 'rings') AS e ("activityId" int, "ownerId" int, outcome text, at timestamptz,
    session text, device text)
), unknown AS (
  INSERT INTO rings (activity_id, owner_id, committed_at, ends_at, test, outcome, ended_at, session, device, expires_at)
  SELECT e."activityId", e."ownerId", e.at, e.at, false, e.outcome, e.at, e.session, e.device, :expiresAt FROM ended e
  WHERE e."ownerId" IS NOT NULL AND e.accounts IS NULL
    AND NOT EXISTS (SELECT FROM tombstones t WHERE t.user_id = e."ownerId")
  ORDER BY e."activityId"
  ON CONFLICT DO NOTHING
), live AS (
  SELECT r.activity_id FROM (SELECT "activityId" FROM ended ORDER BY "activityId") e CROSS JOIN LATERAL (
    SELECT activity_id FROM rings WHERE activity_id = e."activityId" AND outcome IS NULL FOR UPDATE
  ) r
), ring AS (
  UPDATE rings SET outcome = e.outcome, ended_at = e.at, session = e.session, device = e.device
  FROM ended e
  WHERE rings.activity_id = ANY (ARRAY(SELECT activity_id FROM live)) AND rings.activity_id = e."activityId" AND rings.outcome IS NULL
  RETURNING rings.activity_id
), dropped AS (
  UPDATE pushes p SET state = 'dropped', next_at = NULL FROM ring
  WHERE p.activity_id = ring.activity_id AND p.kind = 'ring' AND p.state = 'due'
), skipped AS (
  UPDATE steps s SET state = 'skipped', reason = 'over', next_at = NULL FROM ring
  WHERE s.activity_id = ring.activity_id AND s.state = 'waiting' AND s.kind = ANY (:stepKinds::text[])
)
SELECT "activityId" FROM ended e
WHERE (SELECT count(*) FROM devices d WHERE d.user_id = ANY (COALESCE(e.accounts, ARRAY[e."ownerId"])) AND d.endpoint IS NOT NULL) > 0`,
})

/**
 * A miss is pushed to each device that has not shown the ring; any other end only where the push service may have taken the ring, also
 * where no answer is known: it came too late, or its copy died. A ring that is still being sent is left: its copy claims the end after
 * the result. Copies that claim the same ends write in one order, so that they do not deadlock.
 */
export const CLAIM_ENDED = statement({
  name: 'claim-ended',
  prepared: true,
  params: { activityIds: 'int[]', subjects: 'text[]', now: 'timestamptz', leasedUntil: 'timestamptz', missedSeconds: 'int' },
  row: CLAIMED,
  sql: `WITH p AS (
  INSERT INTO pushes (id, user_id, device_id, activity_id, kind, subject, created_at, next_at, ends_at, expires_at)
  SELECT gen_random_uuid(), d.user_id, d.id, r.activity_id, 'ended', e.subject, :now, :leasedUntil,
    CASE WHEN r.outcome = 'missed' THEN r.ended_at + make_interval(secs => :missedSeconds::int) ELSE r.ends_at END, r.expires_at
  FROM unnest(:activityIds::int[], :subjects::text[]) AS e (id, subject)
  CROSS JOIN LATERAL (SELECT * FROM rings WHERE activity_id = e.id OFFSET 0) r
  CROSS JOIN LATERAL (SELECT * FROM devices WHERE user_id = ANY (r.owner_id || r.members) OFFSET 0) d
  LEFT JOIN LATERAL (
    SELECT * FROM pushes WHERE subject = e.subject AND device_id = d.id AND kind = 'ring' OFFSET 0
  ) f ON true
  WHERE r.outcome IS NOT NULL AND NOT r.test AND d.endpoint IS NOT NULL
    AND d.created_at <= r.ends_at AND f.shown_at IS NULL AND f.state IS DISTINCT FROM 'sending' AND f.state IS DISTINCT FROM 'withheld'
    AND CASE WHEN r.outcome = 'missed' THEN r.ended_at + make_interval(secs => :missedSeconds::int) > :now
      ELSE r.ends_at > :now AND (f.state = 'accepted' OR f.attempts > cardinality(f.statuses) OR 0 = ANY(f.statuses)) END
  ORDER BY d.id, e.id
  ON CONFLICT (subject, device_id, kind) DO NOTHING RETURNING *
), answered AS (
  SELECT f.id FROM unnest(:activityIds::int[]) AS e (id) CROSS JOIN LATERAL (
    SELECT id, state, next_at FROM pushes WHERE activity_id = e.id AND kind = 'ring' OFFSET 0
  ) f WHERE f.state NOT IN ('sending', 'due') AND f.next_at IS NOT NULL
), locked AS (
  SELECT f.id FROM (SELECT id FROM answered ORDER BY id) a CROSS JOIN LATERAL (
    SELECT id FROM pushes WHERE id = a.id AND state NOT IN ('sending', 'due') FOR UPDATE
  ) f
), rung AS (
  UPDATE pushes SET next_at = NULL FROM locked WHERE pushes.id = locked.id
)
SELECT ${claimedColumns(OWNER_OF_PUSH)} FROM p JOIN devices d ON d.id = p.device_id`,
})

/**
 * Rows that another statement has locked are left to the next run.
 * @returns rings that are over. Their pushes stay due until CLAIM_ENDED has run for them, whichever copy dies when.
 */
export const DROP_OVERDUE = statement({
  name: 'drop-overdue-pushes',
  prepared: true,
  params: { now: 'timestamptz' },
  row: { activityId: 'int?' },
  sql: `WITH overdue AS (
  SELECT p.id FROM pushes p
  WHERE p.next_at <= :now AND (p.ends_at <= :now OR p.state NOT IN ('sending', 'due')
    OR (p.kind = 'ring' AND (p.shown_at IS NOT NULL OR ${OUTCOME_OF_PUSH} IS NOT NULL))
    OR (SELECT d.endpoint FROM devices d WHERE d.id = p.device_id) IS NULL)
  FOR UPDATE SKIP LOCKED
), dropped AS (
  UPDATE pushes p SET state = CASE p.state WHEN 'sending' THEN 'failed' WHEN 'due' THEN 'dropped' ELSE p.state END,
    next_at = CASE WHEN p.kind = 'ring' AND ${OUTCOME_OF_PUSH} IS NOT NULL THEN p.next_at END
  FROM overdue WHERE p.id = overdue.id
  RETURNING p.activity_id, p.next_at
)
SELECT DISTINCT activity_id AS "activityId" FROM dropped WHERE next_at IS NOT NULL`,
})

export const CLAIM_DUE = statement({
  name: 'claim-due-pushes',
  prepared: true,
  params: { now: 'timestamptz', leasedUntil: 'timestamptz', limit: 'int' },
  row: CLAIMED,
  sql: `WITH p AS (
  UPDATE pushes SET state = 'sending', attempts = attempts + 1, next_at = :leasedUntil
  WHERE id IN (
    SELECT due.id FROM pushes due JOIN devices d ON d.id = due.device_id
    WHERE due.next_at <= :now AND due.state IN ('sending', 'due') AND due.ends_at > :now AND d.endpoint IS NOT NULL
    ORDER BY due.next_at, due.id LIMIT :limit FOR UPDATE OF due SKIP LOCKED
  )
  RETURNING *
)
SELECT ${claimedColumns(OWNER_OF_PUSH)} FROM p JOIN devices d ON d.id = p.device_id`,
})

/**
 * For each attempt the first result counts, so that a statement may be repeated whose answer was lost with the connection. The status is at
 * the index of its attempt; earlier attempts whose copy died have 0. A result after the lease leaves the push to the copy that has taken it
 * over. An ended subscription is the one that was pushed to: the browser may have a new one by now.
 * A status of -1: nothing was sent, so that no attempt counts. A ring that ended meanwhile is due immediately, until its end is claimed.
 * Devices are locked before their pushes, as by what deletes a device, and in one order.
 */
export const RECORD_RESULTS = statement({
  name: 'record-push-results',
  prepared: true,
  params: {
    ids: 'uuid[]',
    attempts: 'int[]',
    endpoints: 'text[]',
    statuses: 'int[]',
    states: 'text[]',
    reasons: 'text[]',
    nextAts: 'text[]',
    now: 'timestamptz',
  },
  row: { activityId: 'int?' },
  sql: `WITH device AS (
  SELECT d.id FROM (SELECT DISTINCT p.device_id FROM unnest(:ids::uuid[]) AS r (id) CROSS JOIN LATERAL (
    SELECT device_id FROM pushes WHERE pushes.id = r.id OFFSET 0
  ) p ORDER BY p.device_id) of CROSS JOIN LATERAL (SELECT id FROM devices WHERE devices.id = of.device_id FOR NO KEY UPDATE) d
), result AS (
  SELECT r.*, p.attempts = r.attempt
      AND (p.state = 'sending' OR (p.state NOT IN ('sending', 'due') AND r.state IN ('accepted', 'gone'))) AS decides,
    p.kind = 'ring' AND ${OUTCOME_OF_PUSH} IS NOT NULL AS "isOver"
  FROM unnest(:ids::uuid[], :attempts::int[], :endpoints::text[], :statuses::int[], :states::text[],
    :reasons::text[], :nextAts::text[]) AS r (id, attempt, endpoint, status, state, reason, next_at)
  CROSS JOIN LATERAL (SELECT * FROM pushes WHERE pushes.id = r.id OFFSET 0) p
  WHERE (SELECT count(*) FROM device) > 0 AND cardinality(p.statuses) < r.attempt
    AND (r.status >= 0 OR (p.attempts = r.attempt AND p.state = 'sending'))
), p AS (
  UPDATE pushes SET state = CASE WHEN result.decides THEN result.state ELSE pushes.state END,
    reason = CASE WHEN result.decides THEN NULLIF(result.reason, '') ELSE pushes.reason END,
    next_at = CASE WHEN NOT result.decides THEN pushes.next_at WHEN result."isOver" THEN :now::timestamptz
      ELSE NULLIF(result.next_at, '')::timestamptz END,
    statuses = CASE WHEN result.status < 0 THEN statuses
      ELSE statuses || array_fill(0, ARRAY[result.attempt - 1 - cardinality(statuses)]) || result.status END,
    attempts = CASE WHEN result.status < 0 THEN attempts - 1 ELSE attempts END,
    accepted_at = CASE WHEN result.decides AND result.state = 'accepted' THEN :now::timestamptz ELSE accepted_at END
  FROM result WHERE pushes.id = result.id RETURNING pushes.*
), accepted AS (
  UPDATE devices d SET last_accepted_at = :now FROM p WHERE d.id = p.device_id AND p.state = 'accepted'
), gone AS (
  UPDATE devices d SET endpoint = NULL, p256dh = NULL, auth = NULL, public_key = NULL, expired_at = :now
  FROM p JOIN result ON result.id = p.id WHERE d.id = p.device_id AND p.state = 'gone' AND d.endpoint = result.endpoint
)
SELECT DISTINCT p.activity_id AS "activityId" FROM p WHERE p.kind = 'ring' AND ${OUTCOME_OF_PUSH} IS NOT NULL`,
})

/** The first report of each event counts. A report is a sign of life of its device, which is locked before the push. */
export const REPORT_PUSH = statement({
  name: 'report-push',
  prepared: true,
  params: { id: 'uuid', event: 'text', now: 'timestamptz' },
  row: { userId: 'int', session: 'text', isFirst: 'boolean', ringTime: 'int?' },
  sql: `WITH device AS (
  SELECT d.id FROM pushes p CROSS JOIN LATERAL (SELECT id FROM devices WHERE devices.id = p.device_id FOR NO KEY UPDATE) d WHERE p.id = :id
), before AS (
  SELECT p.id, p.device_id, p.user_id, CASE :event WHEN 'shown' THEN p.shown_at WHEN 'clicked' THEN p.clicked_at ELSE p.closed_at END AS at
  FROM pushes p WHERE p.id = :id AND (SELECT count(*) FROM device) > 0 FOR UPDATE
), p AS (
  UPDATE pushes SET
    shown_at = CASE WHEN :event IN ('shown', 'clicked') THEN COALESCE(shown_at, :now) ELSE shown_at END,
    clicked_at = CASE WHEN :event = 'clicked' THEN COALESCE(clicked_at, :now) ELSE clicked_at END,
    closed_at = CASE WHEN :event = 'closed' THEN COALESCE(closed_at, :now) ELSE closed_at END,
    ring_time = CASE WHEN kind = 'ring' AND shown_at IS NULL AND :event = 'shown' THEN
      (SELECT LEAST(2147483647, GREATEST(0, extract(epoch FROM :now::timestamptz - r.committed_at) * 1000))::int FROM rings r
       WHERE r.activity_id = pushes.activity_id) ELSE ring_time END
  FROM before WHERE pushes.id = before.id RETURNING pushes.id, pushes.ring_time
), d AS (
  UPDATE devices d SET last_seen_at = :now, last_shown_at = CASE WHEN :event = 'shown' THEN :now::timestamptz ELSE d.last_shown_at END
  FROM before WHERE d.id = before.device_id AND before.at IS NULL
)
SELECT before.user_id AS "userId", devices.session, before.at IS NULL AS "isFirst", p.ring_time AS "ringTime"
FROM before JOIN p ON p.id = before.id JOIN devices ON devices.id = before.device_id`,
})

/** Not for a deleted account. */
export const CLAIM_NOTICE = statement({
  name: 'claim-notice',
  prepared: true,
  params: {
    kind: 'text',
    subject: 'text',
    userId: 'int',
    session: 'text?',
    activityId: 'int?',
    ref: 'text?',
    now: 'timestamptz',
    leasedUntil: 'timestamptz',
    endsAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: CLAIMED,
  sql: `WITH p AS (
  INSERT INTO pushes (id, user_id, device_id, activity_id, kind, subject, ref, created_at, next_at, ends_at, expires_at)
  SELECT gen_random_uuid(), d.user_id, d.id, :activityId, :kind, :subject, :ref, :now, :leasedUntil, :endsAt, :expiresAt
  FROM (SELECT * FROM devices WHERE user_id = :userId OFFSET 0) d
  WHERE d.endpoint IS NOT NULL AND (:session::text IS NULL OR d.session = :session)
    AND NOT EXISTS (SELECT FROM tombstones t WHERE t.user_id = :userId)
  ORDER BY d.id
  ON CONFLICT (subject, device_id, kind) DO NOTHING RETURNING *
)
SELECT ${claimedColumns()} FROM p JOIN devices d ON d.id = p.device_id`,
})

/**
 * The pushes of a visit's messages are numbered for each device, so that of copies that handle two messages concurrently only one adds the
 * next. The other's message is not lost: each push reads the newest text after its row is stored or claimed (`ref` is only the message that
 * made it due). The same holds for a message that finds one waiting. Withheld ones count too: else each message of a chat had a row.
 */
export const CLAIM_MESSAGE = statement({
  name: 'claim-message',
  prepared: true,
  params: {
    subject: 'text',
    userId: 'int',
    activityId: 'int',
    ref: 'text',
    now: 'timestamptz',
    leasedUntil: 'timestamptz',
    expiresAt: 'timestamptz',
    gapSeconds: 'int',
    lifeSeconds: 'int',
  },
  row: CLAIMED,
  sql: `WITH earlier AS (
  SELECT device_id, count(*) AS number, bool_or(state = 'due') AS waits, bool_or(ref = :ref) AS repeats,
    max(ends_at) - make_interval(secs => :lifeSeconds::int) AS begun
  FROM pushes WHERE activity_id = :activityId AND kind = 'message' GROUP BY device_id
), planned AS (
  SELECT d.id, d.user_id, COALESCE(e.number, 0) + 1 AS number,
    GREATEST(:now::timestamptz, e.begun + make_interval(secs => :gapSeconds::int)) AS at
  FROM (SELECT * FROM devices WHERE user_id = :userId OFFSET 0) d LEFT JOIN earlier e ON e.device_id = d.id
  WHERE d.endpoint IS NOT NULL AND e.waits IS NOT TRUE AND e.repeats IS NOT TRUE
    AND NOT EXISTS (SELECT FROM tombstones t WHERE t.user_id = :userId)
), p AS (
  INSERT INTO pushes
    (id, user_id, device_id, activity_id, kind, subject, ref, created_at, state, attempts, next_at, ends_at, expires_at)
  SELECT gen_random_uuid(), user_id, id, :activityId, 'message', :subject::text || '-' || number, :ref, :now,
    CASE WHEN at > :now THEN 'due' ELSE 'sending' END, CASE WHEN at > :now THEN 0 ELSE 1 END,
    CASE WHEN at > :now THEN at ELSE :leasedUntil END, at + make_interval(secs => :lifeSeconds::int), :expiresAt
  FROM planned ORDER BY id
  ON CONFLICT (subject, device_id, kind) DO NOTHING RETURNING *
)
SELECT ${claimedColumns(OWNER_OF_PUSH)} FROM p JOIN devices d ON d.id = p.device_id WHERE p.state = 'sending'`,
})

export const RING_OF_PUSH = statement({
  name: 'ring-of-push',
  params: { id: 'uuid' },
  row: { activityId: 'int', ownerId: 'int', userId: 'int', outcome: 'text?', test: 'boolean', details: 'boolean' },
  sql: `SELECT r.activity_id AS "activityId", r.owner_id AS "ownerId", p.user_id AS "userId", r.outcome, r.test, d.details
FROM pushes p JOIN rings r ON r.activity_id = p.activity_id JOIN devices d ON d.id = p.device_id WHERE p.id = :id AND p.kind = 'ring'`,
})

export const IS_REACHABLE = statement({
  name: 'session-is-reachable',
  params: { session: 'text' },
  row: { isReachable: 'boolean' },
  sql: 'SELECT EXISTS (SELECT FROM devices WHERE session = :session AND endpoint IS NOT NULL) AS "isReachable"',
})

export const DELETE_EXPIRED = statement({
  name: 'delete-expired-pushes',
  params: { now: 'timestamptz', ringsUntil: 'timestamptz' },
  sql: `WITH old AS (DELETE FROM pushes WHERE expires_at <= :now), steps AS (DELETE FROM steps WHERE expires_at <= :now),
  refused AS (DELETE FROM refused_sessions WHERE expires_at <= :now)
DELETE FROM rings WHERE expires_at <= :ringsUntil`,
})

/**
 * Rings and steps of deleted accounts, stored by a statement that began before the tombstone existed, and deleted members of other rings.
 * Pushes are deleted with their device.
 */
export const DELETE_FORGOTTEN = statement({
  name: 'delete-forgotten-rings',
  params: {},
  sql: `WITH steps AS (DELETE FROM steps USING tombstones t WHERE steps.owner_id = t.user_id), members AS (
  UPDATE rings SET members = array_remove(members, t.user_id) FROM tombstones t WHERE members <> '{}' AND members @> ARRAY[t.user_id]
)
DELETE FROM rings USING tombstones t WHERE rings.owner_id = t.user_id`,
})
