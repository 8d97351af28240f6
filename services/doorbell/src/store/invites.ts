import type pg from 'pg'
import { z } from 'zod'
import { runStatement } from '#kit/postgres.ts'
import { FIELD, INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import type { Invite, Invites } from '../domain/invites.ts'
import { isQuiet } from './quiet.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

const Row = z.object({
  id: z.int(),
  ownerId: z.int(),
  label: z.string(),
  expiresAt: z.date(),
  isOpen: z.boolean(),
  activityId: z.int().nullable(),
  key: z.string().nullable(),
}) satisfies z.ZodType<Invite>

/** The lock waits for a concurrent deletion of the contact, which then adds no row. */
const ADD = `INSERT INTO invites (owner_id, contact_id, token_hash, created_at, expires_at)
SELECT $1, id, $3, $4, $5 FROM contacts WHERE id = $2 AND owner_id = $1 FOR KEY SHARE`
const BY_HASH = {
  name: 'invite-by-hash',
  text: `SELECT i.id, i.owner_id AS "ownerId", d.label, i.expires_at AS "expiresAt", i.contact_id IS NOT NULL AS "isOpen",
  i.activity_id AS "activityId", a.key
FROM invites i JOIN doors d ON d.owner_id = i.owner_id AND d."primary" LEFT JOIN activities a ON a.id = i.activity_id
WHERE i.token_hash = $1`,
}

/**
 * Locks the contact before its invite, in the order of a deletion. Of two concurrent guests the second waits for the row lock, reads the
 * row again (Postgres: Read Committed) and finds it taken. The activity has the placeholder code: the guest used no door's code and must
 * not learn one. Its message is empty: there was no form.
 */
const JOIN = {
  name: 'invite-join',
  text: `
WITH contact AS (
  SELECT c.id, left(c.first_name || ' ' || c.last_name, ${FIELD.visitorName}) AS name
  FROM contacts c JOIN invites i ON i.contact_id = c.id WHERE i.token_hash = $1 FOR NO KEY UPDATE OF c
), invite AS (
  SELECT i.id, i.owner_id, contact.id AS contact_id, contact.name
  FROM contact JOIN invites i ON i.contact_id = contact.id
  WHERE i.token_hash = $1 AND i.activity_id IS NULL AND i.expires_at > $2 FOR UPDATE OF i
), owner AS (
  SELECT o.id, o.tier = 'premium' AS premium, CASE WHEN ${isQuiet('o', '$2')} THEN '{}' ELSE o.ring_alerts END AS alerts
  FROM owners o JOIN invite ON invite.owner_id = o.id
), placed AS (
  INSERT INTO activities (owner_id, door_id, qr_code_id, key, activity_type, visitor_name, message, timestamp, ends_at, alerts, quiet,
    expires_at)
  SELECT owner.id, d.id, '${INVITE_CODE}', $3, 'video_call', invite.name, '', $2, $4, owner.alerts, NOT 'modal' = ANY(owner.alerts),
    $2::timestamptz + make_interval(days => CASE WHEN owner.premium THEN ${RETENTION_DAYS.premium} ELSE ${RETENTION_DAYS.free} END)
  FROM invite JOIN owner ON owner.id = invite.owner_id JOIN doors d ON d.owner_id = owner.id AND d."primary"
  ON CONFLICT (id) DO NOTHING RETURNING *
), taken AS (
  UPDATE invites SET activity_id = placed.id FROM invite, placed WHERE invites.id = invite.id
), came AS (
  UPDATE contacts SET last_activity_at = $2 FROM invite, placed WHERE contacts.id = invite.contact_id
), event AS (
  INSERT INTO outbox (id, name, data, at)
  SELECT $5::uuid, 'doorbell.rung', jsonb_build_object('activityId', placed.id, 'ownerId', placed.owner_id, 'doorId', placed.door_id,
    'endsAt', $6::text, 'premium', owner.premium, 'quiet', placed.quiet), $2
  FROM placed, owner
)
SELECT ${RING_COLUMNS} FROM placed a ${RING_JOINS}`,
}

export function createInvites(pool: pg.Pool): Invites {
  return {
    add: async ({ ownerId, contactId, tokenHash, createdAt, expiresAt }) =>
      (await pool.query(ADD, [ownerId, contactId, tokenHash, createdAt, expiresAt])).rowCount === 1,
    byHash: async (tokenHash) => {
      const [row] = await runStatement(pool, BY_HASH, [tokenHash])
      return row && Row.parse(row)
    },
    join: async ({ tokenHash, key, at, endsAt, event }) => {
      const values = [tokenHash, at, key, endsAt, event.id, event.data.endsAt]
      const [row] = await runStatement(pool, JOIN, values)
      // No row: another guest has taken the invite, or the random id was taken; a second try gets another id.
      const [again] = row ? [row] : await runStatement(pool, JOIN, values)
      return again && readRing(again)
    },
  }
}

/** Invites that expired long ago; until then their page says that they have expired. */
export async function deleteExpiredInvites(pool: pg.Pool, expiredBefore: Date): Promise<void> {
  await pool.query('DELETE FROM invites WHERE expires_at < $1', [expiredBefore])
}
