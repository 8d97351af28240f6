/** Visit requests (docs/product/decisions.md, 31): `v` is the request's row, `d` its door. */
import { type ParamTypes, type RowType, selectList, statement } from '#kit/statement.ts'
import type { VisitRequest } from './visit-requests.ts'

const OF_REQUEST = {
  id: 'int',
  ownerId: 'int',
  doorId: 'int',
  qrCodeId: 'text',
  visitorName: 'text',
  email: 'text?',
  phone: 'text?',
  residentName: 'text?',
  purpose: 'text',
  at: 'timestamptz',
  timeZone: 'text',
  status: 'text',
  timestamp: 'timestamptz',
  decidedAt: 'timestamptz?',
  expiresAt: 'timestamptz',
} as const
const REQUEST = { ...OF_REQUEST, doorLabel: 'text' } as const satisfies Readonly<Record<keyof VisitRequest, RowType>>
const SELECT = `SELECT ${selectList('v', OF_REQUEST)}, d.label AS "doorLabel"`
const JOIN = 'JOIN doors d ON d.id = v.door_id'

const select = <const P extends ParamTypes>(name: string, params: P, where: string) =>
  statement({ name, params, row: REQUEST, sql: `${SELECT} FROM visit_requests v ${JOIN} WHERE ${where}` })
const change = <const P extends ParamTypes>(name: string, params: P, sql: string) =>
  statement({ name, params, row: REQUEST, sql: `WITH v AS (${sql} RETURNING *) ${SELECT} FROM v ${JOIN}` })

export const FIND_REQUEST_BY_KEY = select('visit-by-key', { key: 'text' }, 'v.key = :key')
export const FIND_REQUEST = select('visit-find', { id: 'int', now: 'timestamptz' }, 'v.id = :id AND v.expires_at > :now')

/** Newest first. `status` is as shown: appointments before `overBefore` have expired. */
export const LIST_REQUESTS = select(
  'visit-list',
  { ownerId: 'int', now: 'timestamptz', before: 'int?', limit: 'int', status: 'text?', overBefore: 'timestamptz' },
  `v.owner_id = :ownerId AND v.expires_at > :now AND (:before::int IS NULL OR v.id < :before)
  AND (:status::text IS NULL OR :status = CASE WHEN v.status <> 'declined' AND v.at <= :overBefore THEN 'expired' ELSE v.status END)
ORDER BY v.id DESC LIMIT :limit`,
)

/** Pending requests of a door, in all and of one address; for the address also those of the last day. */
export const COUNT_WAITING = statement({
  name: 'visit-waiting',
  params: { doorId: 'int', now: 'timestamptz', fromHash: 'text', dayBefore: 'timestamptz' },
  row: { ofAll: 'int', ofAddress: 'int' },
  sql: `SELECT count(*) FILTER (WHERE status = 'pending' AND at > :now)::int AS "ofAll",
  count(*) FILTER (WHERE from_hash = :fromHash AND (timestamp > :dayBefore OR (status = 'pending' AND at > :now)))::int AS "ofAddress"
FROM visit_requests WHERE door_id = :doorId AND (status = 'pending' OR timestamp > :dayBefore)`,
})

export const PLACE_REQUEST = change(
  'visit-place',
  {
    ownerId: 'int',
    doorId: 'int',
    qrCodeId: 'text',
    key: 'text',
    visitorName: 'text',
    email: 'text?',
    phone: 'text?',
    residentName: 'text?',
    purpose: 'text',
    at: 'timestamptz',
    timeZone: 'text',
    language: 'text',
    timestamp: 'timestamptz',
    expiresAt: 'timestamptz',
    fromHash: 'text',
  },
  `INSERT INTO visit_requests (owner_id, door_id, qr_code_id, key, visitor_name, email, phone, resident_name, purpose, at, time_zone,
    language, timestamp, expires_at, from_hash)
  VALUES (:ownerId, :doorId, :qrCodeId, :key, :visitorName, :email, :phone, :residentName, :purpose, :at, :timeZone,
    :language, :timestamp, :expiresAt, :fromHash)`,
)

/** An approval makes a mail due, a decline cancels it. */
export const DECIDE_REQUEST = change(
  'visit-decide',
  { id: 'int', status: 'text', at: 'timestamptz' },
  `UPDATE visit_requests SET status = :status::text, decided_at = :at, mail_due = :status::text = 'approved' AND email IS NOT NULL
    WHERE id = :id`,
)

/** With its notifications, unless the resident keeps a ring of it, or blocks its visitor. */
export const ERASE_REQUEST = statement({
  name: 'visit-erase',
  params: { id: 'int' },
  row: { id: 'int' },
  sql: `WITH gone AS (
  DELETE FROM visit_requests v WHERE v.id = :id AND NOT EXISTS (
    SELECT 1 FROM activities a WHERE a.owner_id = v.owner_id AND a.visit_request_id = v.id AND (a.kept OR a.blocked)
  ) RETURNING v.id, v.owner_id
), notices AS (
  DELETE FROM notifications n USING gone WHERE n.owner_id = gone.owner_id AND n.visit_request_id = gone.id
)
SELECT id FROM gone`,
})
