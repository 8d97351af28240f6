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

/** With the newest push that was answered or waited for, and the newest ring that was accepted. */
export const FIND_CONDITIONS = statement({
  name: 'find-device-conditions',
  params: { userId: 'int' },
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
  },
  sql: `SELECT d.id, d.platform, d.permission, d.endpoint, d.public_key AS "publicKey", d.expired_at AS "expiredAt",
  d.last_seen_at AS "lastSeenAt", d.last_shown_at AS "lastShownAt", answered.created_at AS "answeredAt", answered.status AS "lastStatus",
  accepted.accepted_at AS "acceptedAt", accepted.shown_at AS "shownAt"
FROM devices d
LEFT JOIN LATERAL (
  SELECT p.created_at, p.statuses[cardinality(p.statuses)] AS status FROM pushes p
  WHERE p.device_id = d.id AND cardinality(p.statuses) > 0 ORDER BY p.created_at DESC LIMIT 1
) answered ON true
LEFT JOIN LATERAL (
  SELECT p.accepted_at, p.shown_at FROM pushes p
  WHERE p.device_id = d.id AND p.kind = 'ring' AND p.accepted_at IS NOT NULL ORDER BY p.created_at DESC LIMIT 1
) accepted ON true
WHERE d.user_id = :userId ORDER BY d.last_seen_at DESC, d.id`,
})

/** Two browsers of one account wait for each other, so that it never has more than its most devices. */
export const LOCK_DEVICES = statement({
  name: 'lock-devices',
  params: { userId: 'int' },
  row: { locked: 'int' },
  sql: "SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtext('devices'), :userId)) AS lock",
})
