/** Visit requests (decision 31). */
import type pg from 'pg'
import { z } from 'zod'
import { inTransaction, runStatement, type Statement } from '#kit/postgres.ts'
import { DAY_MS } from '#proto/durations.ts'
import { LANGUAGES } from '#proto/languages.ts'
import { stored } from '#proto/stored.ts'
import { VisitRequest, type VisitRequests } from '../domain/visit-requests.ts'
import { isStopped } from './blocks.ts'

const COLUMNS = `v.id, v.owner_id AS "ownerId", v.door_id AS "doorId", d.label AS "doorLabel", v.qr_code_id AS "qrCodeId",
  v.visitor_name AS "visitorName", v.email, v.phone, v.resident_name AS "residentName", v.purpose, v.at, v.time_zone AS "timeZone",
  v.status, v.timestamp, v.decided_at AS "decidedAt", v.expires_at AS "expiresAt"`
const JOIN = 'JOIN doors d ON d.id = v.door_id'

const DueMail = stored(z.object({ id: z.int(), email: z.string(), language: z.enum(LANGUAGES) }), { language: 'en' })
const StoredRequest = stored(VisitRequest, { status: 'pending' })

const named = (name: string, text: string): Statement => ({ name, text })
const BY_KEY = named('visit-by-key', `SELECT ${COLUMNS} FROM visit_requests v ${JOIN} WHERE v.key = $1`)
const FIND = named('visit-find', `SELECT ${COLUMNS} FROM visit_requests v ${JOIN} WHERE v.id = $1 AND v.expires_at > $2`)
/** Serializes concurrent requests at a door, so that each counts the one before, and waits for a block that is being written. */
const LOCK_DOOR = 'SELECT id FROM doors WHERE id = $1 FOR UPDATE'
const WAITING = `SELECT count(*) FILTER (WHERE status = 'pending' AND at > $2)::int AS of_all,
  count(*) FILTER (WHERE from_hash = $3 AND (timestamp > $4 OR (status = 'pending' AND at > $2)))::int AS of_address
FROM visit_requests WHERE door_id = $1 AND (status = 'pending' OR timestamp > $4)`
const PLACE = named(
  'visit-place',
  `WITH v AS (
  INSERT INTO visit_requests (owner_id, door_id, qr_code_id, key, visitor_name, email, phone, resident_name, purpose, at, time_zone,
    language, timestamp, expires_at, from_hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) RETURNING *
) SELECT ${COLUMNS} FROM v ${JOIN}`,
)
/** $5 is a status as shown: appointments before $6 have expired. */
const LIST = named(
  'visit-list',
  `SELECT ${COLUMNS} FROM visit_requests v ${JOIN}
WHERE v.owner_id = $1 AND v.expires_at > $2 AND ($3::int IS NULL OR v.id < $3)
  AND ($5::text IS NULL OR $5 = CASE WHEN v.status <> 'declined' AND v.at <= $6 THEN 'expired' ELSE v.status END)
ORDER BY v.id DESC LIMIT $4`,
)
const DECIDE = named(
  'visit-decide',
  `WITH v AS (
  UPDATE visit_requests SET status = $2::text, decided_at = $3, mail_due = $2::text = 'approved' AND email IS NOT NULL
    WHERE id = $1 RETURNING *
) SELECT ${COLUMNS} FROM v ${JOIN}`,
)
const ERASE = `WITH gone AS (
  DELETE FROM visit_requests v WHERE v.id = $1 AND NOT EXISTS (
    SELECT 1 FROM activities a WHERE a.owner_id = v.owner_id AND a.visit_request_id = v.id AND (a.kept OR a.blocked)
  ) RETURNING v.id, v.owner_id
), notices AS (
  DELETE FROM notifications n USING gone WHERE n.owner_id = gone.owner_id AND n.visit_request_id = gone.id
)
SELECT id FROM gone`
const MAILS = 'SELECT id, email, language FROM visit_requests WHERE mail_due ORDER BY id LIMIT $1'
const MAILED = 'UPDATE visit_requests SET mail_due = false WHERE id = $1'

export function createVisitRequests(pool: pg.Pool): VisitRequests {
  const first = async (db: pg.Pool | pg.PoolClient, statement: Statement, values: readonly unknown[]) => {
    const [row] = await runStatement(db, statement, values)
    return row && StoredRequest.parse(row)
  }
  return {
    place: (request, visits, most) =>
      inTransaction(pool, async (client) => {
        const { ownerId, doorId, qrCodeId, key, fromHash, visitorName, email, phone, residentName, purpose } = request
        const { at, timeZone, language, timestamp, expiresAt } = request
        await client.query(LOCK_DOOR, [doorId])
        if (await isStopped(client, doorId, visits, fromHash, timestamp)) return 'blocked'
        const known = await first(client, BY_KEY, [key])
        if (known) return known
        const dayBefore = new Date(timestamp.getTime() - DAY_MS)
        const { rows } = await client.query<{ of_all: number; of_address: number }>(WAITING, [doorId, timestamp, fromHash, dayBefore])
        const [waiting] = rows
        if (waiting && (waiting.of_all >= most.ofAll || waiting.of_address >= most.ofAddress)) return 'full'
        const person = [visitorName, email, phone, residentName, purpose]
        const values = [ownerId, doorId, qrCodeId, key, ...person, at, timeZone, language, timestamp, expiresAt, fromHash]
        const [placed] = await runStatement(client, PLACE, values)
        return StoredRequest.parse(placed)
      }),
    find: (id, now) => first(pool, FIND, [id, now]),
    ofOwner: async (ownerId, { limit, before, status }, now, overBefore) => {
      const rows = await runStatement(pool, LIST, [ownerId, now, before ?? null, limit, status ?? null, overBefore])
      return rows.map((row) => StoredRequest.parse(row))
    },
    decide: (id, status, at) => first(pool, DECIDE, [id, status, at]),
    erase: async (id) => (await pool.query(ERASE, [id])).rowCount === 1,
    mailsDue: async (limit) => z.array(DueMail).parse((await pool.query(MAILS, [limit])).rows),
    mailed: async (id) => void (await pool.query(MAILED, [id])),
  }
}
