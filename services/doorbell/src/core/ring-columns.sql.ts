/** A ring's columns in SQL: `a` is the activity, `d` its door, `o` its owner. */
import { type Row, type RowType, selectList, statement } from '#kit/statement.ts'
import { stored } from '#kit/stored.ts'
import { mapDetails } from '#proto/ring-details.ts'
import { isQuiet } from './quiet.sql.ts'
import { Ring } from './ring.ts'

/** The details that the visitor typed, each in a column of its name (ring-details.ts). */
export const RING_DETAIL_COLUMNS = mapDetails(() => 'text?' as const)

const OF_ACTIVITY = {
  id: 'int',
  ownerId: 'int',
  doorId: 'int',
  qrCodeId: 'text',
  activityType: 'text',
  test: 'boolean',
  testSession: 'text?',
  visitorName: 'text',
  message: 'text',
  ...RING_DETAIL_COLUMNS,
  purpose: 'text?',
  timestamp: 'timestamptz',
  endsAt: 'timestamptz',
  outcome: 'text?',
  isHandled: 'boolean',
  answeredBy: 'text?',
  answeredSession: 'text?',
  answeredAt: 'timestamptz?',
  answeredMember: 'text?',
  callSeconds: 'int?',
  againOf: 'int?',
  rings: 'int',
  quiet: 'boolean',
  // Prisma's lists have no NOT NULL.
  alerts: 'text[]?',
  silencedBy: 'int[]?',
  visitorAway: 'boolean',
  hasChat: 'boolean',
  films: 'int',
  residentWrote: 'boolean',
  residentRead: 'int',
  visitorRead: 'int',
  seenAt: 'timestamptz?',
  photo: 'text?',
  expiresAt: 'timestamptz',
  visitRequestId: 'int?',
  kept: 'boolean',
  blocked: 'boolean',
  erasedAt: 'timestamptz?',
  version: 'int',
  hiddenChanges: 'int',
} as const

/** The row of every statement that returns a ring. */
export const RING = {
  ...OF_ACTIVITY,
  doorLabel: 'text',
  publicNumber: 'int',
  premium: 'boolean',
  members: 'jsonb?',
} as const satisfies Readonly<Record<keyof Ring, RowType>>
/**
 * Members `m` of the household of activity `a` who have it: by its door, from when they joined, and until their date. A temporary member
 * answers and has no history: an hour, so that a call stays accessible. The household's owner alone has test rings and calls of invites.
 * PostgreSQL's clock decides, so that every statement does alike.
 */
export const HAS_RING = `m.owner_id = a.owner_id AND a.door_id = ANY(m.doors) AND m.joined_at <= a.timestamp
  AND (m.until IS NULL OR m.until > now()) AND (m.role <> 'temporary' OR a.timestamp > now() - interval '1 hour')
  AND a.activity_type <> 'video_call' AND NOT a.test`
/** Without an order: a plan by index would read the whole table in it. */
const MEMBERS = `(SELECT jsonb_agg(jsonb_build_object('id', m.id, 'userId', m.user_id, 'name', m.name, 'owner', m.owner_name,
    'alerts', to_jsonb(CASE WHEN ${isQuiet('account', 'a.timestamp')} THEN '{}'::text[]
      WHEN a.purpose = 'delivery' THEN account.package_alerts ELSE account.ring_alerts END)))
  FROM members m JOIN owners account ON account.id = m.user_id WHERE ${HAS_RING})`
/** The accounts of those members, for an event. */
export const MEMBER_ACCOUNTS = `(SELECT COALESCE(jsonb_agg(m.user_id), '[]') FROM members m WHERE ${HAS_RING})`

export const RING_COLUMNS = `${selectList('a', OF_ACTIVITY)}, d.label AS "doorLabel", d.public_number AS "publicNumber",
  o.tier = 'premium' AS premium, ${MEMBERS} AS members`
export const RING_JOINS = 'JOIN doors d ON d.id = a.door_id JOIN owners o ON o.id = a.owner_id'

const StoredRing = stored(Ring, { activityType: 'doorbell_ring' })

export const readRing = (row: Row<typeof RING>): Ring => StoredRing.parse(row)

/** One ring, whatever its age: after a change that Prisma made. */
export const RING_BY_ID = statement({
  name: 'ring-by-id',
  prepared: true,
  params: { id: 'int' },
  row: RING,
  sql: `SELECT ${RING_COLUMNS} FROM activities a ${RING_JOINS} WHERE a.id = :id`,
})
