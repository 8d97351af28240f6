/** Statements over all rows of an owner. */
import { statement, statementFamily } from '#kit/statement.ts'

/** Writes a tier unless a newer version of it is known. */
export const SET_TIER = statement({
  name: 'owner-set-tier',
  params: { ownerId: 'int', tier: 'text', version: 'int' },
  sql: `INSERT INTO owners (id, tier, tier_version) VALUES (:ownerId, :tier, :version)
ON CONFLICT (id) DO UPDATE SET tier = EXCLUDED.tier, tier_version = EXCLUDED.tier_version
  WHERE owners.tier_version < EXCLUDED.tier_version`,
})

/** The tables that the plan's retention covers. */
export const RETAINED_TABLES = ['activities', 'notifications', 'visit_requests'] as const

/** Test rings expire within their minute, whatever the plan (record 0062). */
const ONLY_RETAINED: Partial<Record<(typeof RETAINED_TABLES)[number], string>> = { activities: ' AND NOT test' }

/** An upgrade extends the expiry of existing rows; a downgrade shortens none (docs/product/decisions.md, 20). */
export const EXTEND_RETENTION = statementFamily({
  name: 'owner-extend-retention',
  params: { ownerId: 'int', days: 'int', now: 'timestamptz' },
  choices: { table: RETAINED_TABLES },
  sql: ({ table }) => `UPDATE ${table} SET expires_at = timestamp + make_interval(days => :days)
WHERE owner_id = :ownerId AND expires_at > :now AND expires_at < timestamp + make_interval(days => :days)${ONLY_RETAINED[table] ?? ''}`,
})

/**
 * Each table with an `owner_id`, in the order of deletion. Messages, calls, timeline, words and replaced codes are deleted with their
 * activity or door, memberships in other households with the owner. A test compares the list with the schema
 * (owner-deletion.store.test.ts).
 */
export const OWNED_TABLES = [
  'recordings',
  'activities',
  'activity_words',
  'contacts',
  'invites',
  'notifications',
  'visit_requests',
  'visitor_blocks',
  'members',
  'invitations',
  'doors',
] as const

export const DELETE_OWNED = statementFamily({
  name: 'owner-delete',
  params: { ownerId: 'int' },
  choices: { table: OWNED_TABLES },
  sql: ({ table }) => `DELETE FROM ${table} WHERE owner_id = :ownerId`,
})

export const DELETE_OWNER = statement({
  name: 'owner-delete-last',
  params: { ownerId: 'int' },
  sql: 'DELETE FROM owners WHERE id = :ownerId',
})
