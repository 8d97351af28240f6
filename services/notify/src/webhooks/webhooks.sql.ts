import { selectList, statement } from '#kit/statement.ts'

const DELIVERY = {
  id: 'uuid',
  event: 'text',
  activityId: 'int?',
  at: 'timestamptz',
  state: 'text',
  attempts: 'int',
  status: 'int?',
  nextAt: 'timestamptz?',
  deliveredAt: 'timestamptz?',
} as const

/** A receiver that takes nothing has so many waiting at most; what comes then is listed as given up. */
const WAITING_MOST = 500

/**
 * An event for every webhook of an account that wants it, once. `doorId`: null where the event is about no door, or its door is not in it.
 */
export const ADD_DELIVERIES = statement({
  name: 'add-deliveries',
  params: {
    ownerId: 'int',
    event: 'text',
    subject: 'text',
    activityId: 'int?',
    doorId: 'int?',
    ref: 'text?',
    at: 'timestamptz',
    now: 'timestamptz',
    endsAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: { id: 'uuid' },
  sql: `INSERT INTO deliveries (id, webhook_id, event, subject, activity_id, ref, at, state, next_at, ends_at, expires_at)
SELECT gen_random_uuid(), w.id, :event::text, :subject, :activityId, :ref, :at, CASE WHEN full_up.is THEN 'dead' ELSE 'waiting' END,
  CASE WHEN full_up.is THEN NULL ELSE :now::timestamptz END, :endsAt, :expiresAt
FROM webhooks w, LATERAL (SELECT count(*) >= ${WAITING_MOST} AS is FROM (
  SELECT FROM deliveries d WHERE d.webhook_id = w.id AND d.next_at IS NOT NULL LIMIT ${WAITING_MOST}) waiting) full_up
WHERE w.user_id = :ownerId AND w.off IS NULL AND :event::text = ANY(w.events)
  AND (:doorId::int IS NULL OR cardinality(w.doors) = 0 OR :doorId = ANY(w.doors))
ORDER BY w.id ON CONFLICT (webhook_id, subject) DO NOTHING RETURNING id`,
})

export const ADD_DELIVERY = statement({
  name: 'add-delivery',
  params: {
    webhookId: 'uuid',
    event: 'text',
    subject: 'text',
    activityId: 'int?',
    ref: 'text?',
    at: 'timestamptz',
    now: 'timestamptz',
    endsAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: DELIVERY,
  sql: `INSERT INTO deliveries AS d (id, webhook_id, event, subject, activity_id, ref, at, next_at, ends_at, expires_at)
SELECT gen_random_uuid(), w.id, :event, :subject, :activityId, :ref, :at, :now, :endsAt, :expiresAt FROM webhooks w WHERE w.id = :webhookId
RETURNING ${selectList('d', DELIVERY)}`,
})

export const REPLAY_DELIVERY = statement({
  name: 'replay-delivery',
  params: { webhookId: 'uuid', id: 'uuid', now: 'timestamptz', endsAt: 'timestamptz', expiresAt: 'timestamptz' },
  row: DELIVERY,
  sql: `UPDATE deliveries d SET state = 'waiting', attempts = 0, next_at = :now, ends_at = :endsAt, expires_at = :expiresAt,
  delivered_at = NULL
WHERE d.webhook_id = :webhookId AND d.id = :id AND d.state <> 'waiting' RETURNING ${selectList('d', DELIVERY)}`,
})

export const LIST_DELIVERIES = statement({
  name: 'list-deliveries',
  params: { webhookId: 'uuid', most: 'int' },
  row: DELIVERY,
  sql: `SELECT ${selectList('d', DELIVERY)} FROM deliveries d WHERE d.webhook_id = :webhookId ORDER BY d.at DESC, d.id LIMIT :most`,
})

/**
 * What is due, in one copy; what a dead copy was sending is due again after its lease. Few of each webhook and account at a time, so that
 * one with thousands delays no other. A test is sent to a webhook that is off, too.
 */
export const CLAIM_DELIVERIES = statement({
  name: 'claim-deliveries',
  prepared: true,
  params: {
    ...{ now: 'timestamptz', leasedUntil: 'timestamptz', limit: 'int', perAccount: 'int', perWebhook: 'int' },
    ...{ busyAccounts: 'int[]', busyWebhooks: 'uuid[]' },
  },
  row: {
    ...{ id: 'uuid', event: 'text', activityId: 'int?', ref: 'text?', at: 'timestamptz', attempts: 'int', endsAt: 'timestamptz' },
    ...{ webhookId: 'uuid', userId: 'int', url: 'text', doors: 'int[]?', secret: 'text', oldSecret: 'text?', oldUntil: 'timestamptz?' },
  },
  sql: `WITH waiting AS (
  SELECT d.id, row_number() OVER (PARTITION BY d.webhook_id ORDER BY d.next_at, d.id) AS of_webhook,
    row_number() OVER (PARTITION BY w.user_id ORDER BY d.next_at, d.id) AS of_account
  FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.next_at <= :now AND (w.off IS NULL OR d.event = 'test')
    AND w.user_id <> ALL(:busyAccounts::int[]) AND w.id <> ALL(:busyWebhooks::uuid[])
), due AS (
  SELECT d.id FROM deliveries d JOIN waiting ON waiting.id = d.id
  WHERE waiting.of_webhook <= :perWebhook AND waiting.of_account <= :perAccount AND d.next_at <= :now
  ORDER BY waiting.of_account, d.next_at, d.id LIMIT :limit FOR UPDATE OF d SKIP LOCKED
)
UPDATE deliveries d SET attempts = d.attempts + 1, next_at = :leasedUntil FROM webhooks w
WHERE d.id IN (SELECT id FROM due) AND w.id = d.webhook_id
RETURNING d.id, d.event, d.activity_id AS "activityId", d.ref, d.at, d.attempts, d.ends_at AS "endsAt", w.id AS "webhookId",
  w.user_id AS "userId", w.url, w.doors, w.secret, w.old_secret AS "oldSecret", w.old_until AS "oldUntil"`,
})

/** `status`: null keeps that of the attempt before. Only the attempt that still has the lease is recorded. */
export const RECORD_DELIVERY = statement({
  name: 'record-delivery',
  params: { id: 'uuid', attempts: 'int', state: 'text', status: 'int?', nextAt: 'timestamptz?', deliveredAt: 'timestamptz?' },
  sql: `UPDATE deliveries SET state = :state, status = COALESCE(:status, status), next_at = :nextAt, delivered_at = :deliveredAt
WHERE id = :id AND attempts = :attempts`,
})

/** Its receiver is gone for good: what waits is given up. */
export const TURN_OFF = statement({
  name: 'turn-webhook-off',
  params: { id: 'uuid', url: 'text' },
  sql: `WITH gone AS (UPDATE webhooks SET off = 'gone' WHERE id = :id AND url = :url AND off IS NULL RETURNING id)
UPDATE deliveries SET state = 'dead', next_at = NULL WHERE webhook_id IN (SELECT id FROM gone) AND state = 'waiting'`,
})

/** Somebody has had the account: what was added meanwhile must not stay. */
export const TURN_OFF_AFTER_RESET = statement({
  name: 'turn-webhooks-off-after-reset',
  params: { userId: 'int' },
  sql: "UPDATE webhooks SET off = 'reset' WHERE user_id = :userId AND off IS NULL",
})

/** Those of an account that a copy of an older release has deleted. */
export const DELETE_FORGOTTEN_WEBHOOKS = statement({
  name: 'delete-forgotten-webhooks',
  sql: 'DELETE FROM webhooks w USING tombstones t WHERE t.user_id = w.user_id',
})

export const REMOVE_DELIVERY = statement({
  name: 'remove-delivery',
  params: { id: 'uuid' },
  sql: 'DELETE FROM deliveries WHERE id = :id',
})

export const DELETE_OLD_DELIVERIES = statement({
  name: 'delete-old-deliveries',
  params: { now: 'timestamptz' },
  sql: 'DELETE FROM deliveries WHERE expires_at <= :now',
})
