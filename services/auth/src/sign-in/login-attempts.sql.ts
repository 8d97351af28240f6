/** Log-in is a hot path, so each step is one prepared statement. */
import { type RowType, selectList, statement } from '#kit/statement.ts'
import type { UserRecord } from '../core/account.ts'

const USER = {
  username: 'text',
  passwordHash: 'text',
  firstName: 'text',
  lastName: 'text',
  email: 'text',
  emailVerifiedAt: 'timestamptz?',
  qrCodeId: 'text',
  subscriptionTier: 'text',
  securitySettings: 'jsonb',
  phone: 'text?',
  address: 'text?',
  language: 'text?',
  picture: 'text?',
  createdAt: 'timestamptz',
} as const satisfies Readonly<Record<Exclude<keyof UserRecord, 'id' | 'twoFactorEnabledAt'>, RowType>>

/** The address is first: names that are addresses are older than the rule against them. */
export const FIND_USERNAME_KEY = statement({
  name: 'login-name',
  prepared: true,
  params: { usernameKey: 'text', emailKey: 'text?' },
  row: { usernameKey: 'text' },
  sql: `SELECT username_key AS "usernameKey" FROM users
WHERE (email_key = :emailKey OR username_key = :usernameKey) AND deleting_since IS NULL
ORDER BY email_key = :emailKey DESC NULLS LAST LIMIT 1`,
})

/** The values that decide about an attempt. Where no account has the name, its columns are null; `id` shows that. */
export const FIND_LOGIN_FACTS = statement({
  name: 'login-facts',
  prepared: true,
  params: {
    usernameKey: 'text',
    deviceHash: 'text?',
    address: 'text',
    network: 'text?',
    failedSince: 'timestamptz',
    deviceSeenSince: 'timestamptz',
    at: 'timestamptz',
  },
  row: {
    ...USER,
    id: 'int?',
    twoFactorEnabledAt: 'timestamptz?',
    failures: 'int',
    failuresElsewhere: 'int',
    deviceFailures: 'int',
    lastFailure: 'timestamptz?',
    networkFailures: 'int',
    lastNetworkFailure: 'timestamptz?',
    deviceExists: 'boolean',
    deviceKnown: 'boolean',
    addressLifted: 'boolean',
  },
  sql: `
SELECT u.id, ${selectList('u', USER)}, t.enabled_at AS "twoFactorEnabledAt",
  f.failures, f.elsewhere AS "failuresElsewhere", f.by_device AS "deviceFailures",
  f.last_failure AS "lastFailure", n.by_network AS "networkFailures", n.last_by_network AS "lastNetworkFailure",
  EXISTS (SELECT 1 FROM known_devices d WHERE d.device_hash = :deviceHash AND d.last_at > :deviceSeenSince) AS "deviceExists",
  EXISTS (SELECT 1 FROM known_devices d WHERE d.device_hash = :deviceHash AND d.user_id = u.id AND d.last_at > :deviceSeenSince)
    AS "deviceKnown",
  EXISTS (SELECT 1 FROM lifted_addresses l WHERE l.user_id = u.id AND l.address = :address AND (l.expires_at IS NULL OR l.expires_at > :at))
    AS "addressLifted"
FROM (
  SELECT count(*) FILTER (WHERE NOT device_known)::int AS failures,
    count(*) FILTER (WHERE NOT device_known AND address <> :address)::int AS elsewhere,
    count(*) FILTER (WHERE device_known AND device_hash = :deviceHash)::int AS by_device,
    max(at) FILTER (WHERE NOT device_known) AS last_failure
  FROM login_failures WHERE username_key = :usernameKey AND at > :failedSince
) f
CROSS JOIN (
  SELECT count(*)::int AS by_network, max(at) AS last_by_network
  FROM login_failures WHERE network = :network AND NOT device_known AND at > :failedSince
) n
LEFT JOIN users u ON u.username_key = :usernameKey AND u.deleting_since IS NULL
LEFT JOIN two_factors t ON t.user_id = u.id`,
})

/** Held until the transaction ends. Every transaction locks the account before the network, so that no two deadlock. */
export const LOCK_LOGIN = statement({
  name: 'login-lock',
  prepared: true,
  params: { key: 'text' },
  row: { locked: 'int' },
  sql: 'SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(:key, 0))',
})

export const COUNT_ATTEMPT = statement({
  name: 'login-count',
  prepared: true,
  params: {
    usernameKey: 'text',
    address: 'text',
    network: 'text?',
    deviceHash: 'text?',
    deviceKnown: 'boolean',
    at: 'timestamptz',
  },
  row: { id: 'bigint' },
  sql: `INSERT INTO login_failures (username_key, address, network, device_hash, device_known, at)
VALUES (:usernameKey, :address, :network, :deviceHash, :deviceKnown, :at) RETURNING id`,
})

export const CANCEL_ATTEMPT = statement({
  name: 'login-cancel',
  prepared: true,
  params: { id: 'bigint' },
  sql: 'DELETE FROM login_failures WHERE id = :id',
})

export const CLEAR_FAILURES = statement({
  name: 'login-forget-address',
  params: { address: 'text' },
  sql: 'DELETE FROM login_failures WHERE address = :address AND NOT device_known',
})

/** Opens the session, stores the known device, deletes the attempt and writes the event. */
export const COMPLETE_LOGIN = statement({
  name: 'login-succeeded',
  prepared: true,
  params: {
    attemptId: 'bigint',
    sessionId: 'text',
    tokenHash: 'text',
    userId: 'int',
    device: 'text',
    deviceType: 'text',
    browser: 'text',
    ipAddress: 'text',
    userAgent: 'text',
    at: 'timestamptz',
    byLink: 'boolean',
    deviceHash: 'text',
    eventId: 'uuid',
    eventName: 'text',
    eventData: 'jsonb',
    eventAt: 'timestamptz',
  },
  sql: `
WITH attempt AS (DELETE FROM login_failures WHERE id = :attemptId), session AS (
  INSERT INTO sessions (id, token_hash, user_id, device, device_type, browser, ip_address, user_agent, created_at, last_active, by_link)
  VALUES (:sessionId, :tokenHash, :userId, :device, :deviceType, :browser, :ipAddress, :userAgent, :at, :at, :byLink)
), device AS (
  INSERT INTO known_devices (device_hash, user_id, first_at, last_at) VALUES (:deviceHash, :userId, :at, :at)
  ON CONFLICT (device_hash, user_id) DO UPDATE SET last_at = excluded.last_at
)
INSERT INTO outbox (id, name, data, at) VALUES (:eventId, :eventName, :eventData, :eventAt)`,
})

export const FIND_DEVICE = statement({
  name: 'device-exists',
  prepared: true,
  params: { deviceHash: 'text' },
  row: { userId: 'int' },
  sql: 'SELECT user_id AS "userId" FROM known_devices WHERE device_hash = :deviceHash LIMIT 1',
})
