/** A ring's columns in SQL: `a` is the activity, `d` its door, `o` its owner. Prisma's rows take the same shape (`toRing` in rings.ts). */
import { type Row, type RowType, selectList } from '#kit/statement.ts'
import { stored } from '#kit/stored.ts'
import { mapDetails } from '#proto/ring-details.ts'
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
  callSeconds: 'int?',
  againOf: 'int?',
  rings: 'int',
  quiet: 'boolean',
  // Prisma's lists have no NOT NULL.
  alerts: 'text[]?',
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
export const RING = { ...OF_ACTIVITY, doorLabel: 'text', publicNumber: 'int', premium: 'boolean' } as const satisfies Readonly<
  Record<keyof Ring, RowType>
>
export const RING_COLUMNS = `${selectList('a', OF_ACTIVITY)}, d.label AS "doorLabel", d.public_number AS "publicNumber",
  o.tier = 'premium' AS premium`
export const RING_JOINS = 'JOIN doors d ON d.id = a.door_id JOIN owners o ON o.id = a.owner_id'

const StoredRing = stored(Ring, { activityType: 'doorbell_ring' })

export const readRing = (row: Row<typeof RING>): Ring => StoredRing.parse(row)
