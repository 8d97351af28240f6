import { selectList, statement } from '#kit/statement.ts'

const DEVICE = {
  id: 'uuid',
  session: 'text',
  name: 'text',
  platform: 'text',
  browser: 'text',
  permission: 'text',
  armed: 'boolean',
  details: 'boolean',
  wall: 'boolean',
  nextCheckAt: 'timestamptz?',
  expiredAt: 'timestamptz?',
  createdAt: 'timestamptz',
  lastSeenAt: 'timestamptz',
  lastAcceptedAt: 'timestamptz?',
  lastShownAt: 'timestamptz?',
} as const

/** With the newest 20 ring times. */
export const FIND_DEVICES = statement({
  name: 'find-devices',
  params: { userId: 'int', id: 'uuid?' },
  row: { ...DEVICE, isReachable: 'boolean', ringTimes: 'int[]' },
  sql: `SELECT ${selectList('d', DEVICE)}, d.endpoint IS NOT NULL AS "isReachable", ARRAY(
    SELECT p.ring_time FROM pushes p WHERE p.device_id = d.id AND p.ring_time IS NOT NULL ORDER BY p.created_at DESC LIMIT 20
  ) AS "ringTimes"
FROM devices d WHERE d.user_id = :userId AND (:id::uuid IS NULL OR d.id = :id) ORDER BY d.last_seen_at DESC, d.id`,
})

/**
 * With the newest push that was answered or is waiting, and the newest ring or weekly check that was accepted. A check counts once it is
 * shown, or was accepted before `checkedBefore`. Without wall displays: nothing is pushed to them.
 */
export const FIND_CONDITIONS = statement({
  name: 'find-device-conditions',
  params: { userId: 'int', checkedBefore: 'timestamptz', checkRef: 'text' },
  row: {
    id: 'uuid',
    platform: 'text',
    permission: 'text',
    endpoint: 'text?',
    publicKey: 'text?',
    expiredAt: 'timestamptz?',
    lastSeenAt: 'timestamptz',
    lastShownAt: 'timestamptz?',
    answeredAt: 'timestamptz?',
    lastStatus: 'int?',
    acceptedAt: 'timestamptz?',
    shownAt: 'timestamptz?',
    acceptedKind: 'text?',
  },
  sql: `SELECT d.id, d.platform, d.permission, d.endpoint, d.public_key AS "publicKey", d.expired_at AS "expiredAt",
  d.last_seen_at AS "lastSeenAt", d.last_shown_at AS "lastShownAt", answered.created_at AS "answeredAt", answered.status AS "lastStatus",
  accepted.accepted_at AS "acceptedAt", accepted.shown_at AS "shownAt",
  accepted.kind AS "acceptedKind"
FROM devices d
LEFT JOIN LATERAL (
  SELECT p.created_at, p.statuses[cardinality(p.statuses)] AS status FROM pushes p
  WHERE p.device_id = d.id AND cardinality(p.statuses) > 0 ORDER BY p.created_at DESC LIMIT 1
) answered ON true
LEFT JOIN LATERAL (
  SELECT p.accepted_at, p.shown_at, p.kind FROM pushes p
  WHERE p.device_id = d.id AND p.accepted_at IS NOT NULL AND (p.kind = 'ring'
    OR (p.kind = 'system' AND p.ref = :checkRef AND (p.shown_at IS NOT NULL OR p.accepted_at <= :checkedBefore)))
  ORDER BY p.created_at DESC LIMIT 1
) accepted ON true
WHERE d.user_id = :userId AND NOT d.wall ORDER BY d.last_seen_at DESC, d.id`,
})

/** Removes the rows of this browser's other sessions; its present row keeps their weekly check. */
export const REPLACE_SAME_BROWSER = statement({
  name: 'replace-same-browser',
  params: { userId: 'int', endpoint: 'text', auth: 'text', session: 'text' },
  row: { id: 'uuid' },
  sql: `WITH replaced AS (
  DELETE FROM devices WHERE user_id = :userId AND endpoint = :endpoint AND auth = :auth AND session <> :session RETURNING next_check_at
)
UPDATE devices SET next_check_at = kept.at FROM (SELECT min(next_check_at) AS at FROM replaced) kept
WHERE session = :session AND next_check_at IS NULL AND kept.at IS NOT NULL RETURNING id`,
})

/**
 * Waits for a registration in progress, which holds LOCK_SESSION from before it reads the refusal until its device is stored: that one is
 * found afterwards, and every later registration finds the refusal. A session that has ended never counts as a wall display again.
 */
export const REFUSE_SESSION = statement({
  name: 'refuse-session',
  params: { session: 'text', hash: 'text', reason: 'text', expiresAt: 'timestamptz' },
  sql: `INSERT INTO refused_sessions (hash, reason, expires_at)
SELECT :hash, :reason, :expiresAt FROM (SELECT pg_advisory_xact_lock(hashtext('session'), hashtext(:session))) AS lock
ON CONFLICT (hash) DO UPDATE SET expires_at = EXCLUDED.expires_at,
  reason = CASE WHEN refused_sessions.reason = 'ended' THEN 'ended' ELSE EXCLUDED.reason END`,
})

/** After LOCK_DEVICES and LOCK_SESSION. A deleted account counts as an ended session, which is before 'wall'. */
export const FIND_REFUSAL = statement({
  name: 'find-refusal',
  params: { hash: 'text', userId: 'int' },
  row: { reason: 'text' },
  sql: `SELECT 'ended' AS reason FROM tombstones WHERE user_id = :userId
UNION ALL SELECT reason FROM refused_sessions WHERE hash = :hash ORDER BY reason LIMIT 1`,
})

export const ALLOW_PUSHES = statement({
  name: 'allow-pushes',
  params: { hash: 'text' },
  sql: "DELETE FROM refused_sessions WHERE hash = :hash AND reason = 'wall'",
})
