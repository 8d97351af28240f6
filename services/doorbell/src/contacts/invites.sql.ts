import { statement } from '#kit/statement.ts'
import { FIELD, INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import { isQuiet } from '../core/quiet.sql.ts'
import { RING, RING_COLUMNS, RING_JOINS } from '../core/ring-columns.sql.ts'

/** The lock waits for a concurrent deletion of the contact, which then adds no row. */
export const ADD_INVITE = statement({
  name: 'invite-add',
  params: { ownerId: 'int', contactId: 'int', tokenHash: 'text', createdAt: 'timestamptz', expiresAt: 'timestamptz' },
  sql: `INSERT INTO invites (owner_id, contact_id, token_hash, created_at, expires_at)
SELECT :ownerId, id, :tokenHash, :createdAt, :expiresAt FROM contacts WHERE id = :contactId AND owner_id = :ownerId FOR KEY SHARE`,
})

export const FIND_INVITE = statement({
  name: 'invite-by-hash',
  params: { tokenHash: 'text' },
  row: { id: 'int', ownerId: 'int', label: 'text', expiresAt: 'timestamptz', isOpen: 'boolean', activityId: 'int?', key: 'text?' },
  sql: `SELECT i.id, i.owner_id AS "ownerId", d.label, i.expires_at AS "expiresAt", i.contact_id IS NOT NULL AS "isOpen",
  i.activity_id AS "activityId", a.key
FROM invites i JOIN doors d ON d.owner_id = i.owner_id AND d."primary" LEFT JOIN activities a ON a.id = i.activity_id
WHERE i.token_hash = :tokenHash`,
})

/**
 * Locks the contact before its invite, in the order of a deletion. Of two concurrent guests the second waits for the row lock, reads the
 * row again (Postgres: Read Committed) and finds the invite used. The activity has the placeholder code: the guest used no door's code and
 * must not get one. Its message is empty: there was no form.
 */
export const JOIN_BY_INVITE = statement({
  name: 'invite-join',
  params: { tokenHash: 'text', key: 'text', at: 'timestamptz', endsAt: 'timestamptz', endsAtText: 'text', eventId: 'uuid' },
  row: RING,
  sql: `
WITH contact AS (
  SELECT c.id, left(c.first_name || ' ' || c.last_name, ${FIELD.visitorName}) AS name
  FROM contacts c JOIN invites i ON i.contact_id = c.id WHERE i.token_hash = :tokenHash FOR NO KEY UPDATE OF c
), invite AS (
  SELECT i.id, i.owner_id, contact.id AS contact_id, contact.name
  FROM contact JOIN invites i ON i.contact_id = contact.id
  WHERE i.token_hash = :tokenHash AND i.activity_id IS NULL AND i.expires_at > :at FOR UPDATE OF i
), owner AS (
  SELECT o.id, o.tier = 'premium' AS premium, CASE WHEN ${isQuiet('o', ':at')} THEN '{}' ELSE o.ring_alerts END AS alerts
  FROM owners o JOIN invite ON invite.owner_id = o.id
), placed AS (
  INSERT INTO activities (owner_id, door_id, qr_code_id, key, activity_type, visitor_name, message, timestamp, ends_at, alerts, quiet,
    expires_at)
  SELECT owner.id, d.id, '${INVITE_CODE}', :key, 'video_call', invite.name, '', :at, :endsAt, owner.alerts, NOT 'modal' = ANY(owner.alerts),
    :at::timestamptz + make_interval(days => CASE WHEN owner.premium THEN ${RETENTION_DAYS.premium} ELSE ${RETENTION_DAYS.free} END)
  FROM invite JOIN owner ON owner.id = invite.owner_id JOIN doors d ON d.owner_id = owner.id AND d."primary"
  ON CONFLICT (id) DO NOTHING RETURNING *
), taken AS (
  UPDATE invites SET activity_id = placed.id FROM invite, placed WHERE invites.id = invite.id
), came AS (
  UPDATE contacts SET last_activity_at = :at FROM invite, placed WHERE contacts.id = invite.contact_id
), event AS (
  INSERT INTO outbox (id, name, data, at)
  SELECT :eventId::uuid, 'doorbell.rung', jsonb_build_object('activityId', placed.id, 'ownerId', placed.owner_id,
    'doorId', placed.door_id, 'endsAt', :endsAtText::text, 'premium', owner.premium, 'quiet', placed.quiet), :at
  FROM placed, owner
)
SELECT ${RING_COLUMNS} FROM placed a ${RING_JOINS}`,
})
