/** A ring's columns in SQL: `a` is the activity, `d` its door, `o` its owner. Prisma's rows take the same shape (`toRing` in rings.ts). */
import { stored } from '#proto/stored.ts'
import { Ring } from '../domain/ring.ts'

const FROM_ACTIVITY = {
  id: 'id',
  ownerId: 'owner_id',
  doorId: 'door_id',
  qrCodeId: 'qr_code_id',
  activityType: 'activity_type',
  visitorName: 'visitor_name',
  message: 'message',
  unitNumber: 'unit_number',
  purpose: 'purpose',
  timestamp: 'timestamp',
  endsAt: 'ends_at',
  outcome: 'outcome',
  isHandled: 'is_handled',
  answeredBy: 'answered_by',
  answeredSession: 'answered_session',
  answeredAt: 'answered_at',
  callSeconds: 'call_seconds',
  againOf: 'again_of',
  rings: 'rings',
  quiet: 'quiet',
  alerts: 'alerts',
  visitorAway: 'visitor_away',
  hasChat: 'has_chat',
  residentWrote: 'resident_wrote',
  residentRead: 'resident_read',
  visitorRead: 'visitor_read',
  seenAt: 'seen_at',
  photo: 'photo',
  expiresAt: 'expires_at',
  visitRequestId: 'visit_request_id',
  kept: 'kept',
  blocked: 'blocked',
  erasedAt: 'erased_at',
  version: 'version',
  hiddenChanges: 'hidden_changes',
} as const satisfies Partial<Record<keyof Ring, string>>

export const RING_COLUMNS = [
  ...Object.entries(FROM_ACTIVITY).map(([name, column]) => `a.${column} AS "${name}"`),
  'd.label AS "doorLabel"',
  'd.public_number AS "publicNumber"',
  `o.tier = 'premium' AS premium`,
].join(', ')

export const RING_JOINS = 'JOIN doors d ON d.id = a.door_id JOIN owners o ON o.id = a.owner_id'

const StoredRing = stored(Ring, { activityType: 'doorbell_ring' })

export const readRing = (row: unknown): Ring => StoredRing.parse(row)
