import type pg from 'pg'
import { z } from 'zod'
import { inTransaction, runStatement } from '#kit/postgres.ts'
import type { Contact, ContactFields, Contacts } from '../domain/contacts.ts'
import { likePattern } from './like-pattern.ts'

const Row = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  isFavorite: z.boolean(),
  sortName: z.string(),
  lastActivityAt: z.date().nullable(),
}) satisfies z.ZodType<Contact>

const COLUMNS = `id, first_name AS "firstName", last_name AS "lastName", email, phone, address, notes, is_favorite AS "isFavorite",
  sort_name AS "sortName", last_activity_at AS "lastActivityAt"`

const LIST = {
  name: 'contacts',
  text: `SELECT ${COLUMNS} FROM contacts
WHERE owner_id = $1 AND ($2::boolean IS NULL OR is_favorite = $2)
  AND ($3::text IS NULL OR first_name || ' ' || last_name ILIKE $3 OR email ILIKE $3 OR phone ILIKE $3)
  AND ($4::text IS NULL OR (sort_name COLLATE "C", id) > ($4, $5::int))
ORDER BY sort_name COLLATE "C", id LIMIT $6`,
}
const FIND = `SELECT ${COLUMNS} FROM contacts WHERE owner_id = $1 AND id = $2`
const COUNT = 'SELECT count(*)::int AS there FROM contacts WHERE owner_id = $1'
const ADD = `INSERT INTO contacts (owner_id, first_name, last_name, email, phone, address, notes, is_favorite, sort_name, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`
const CHANGE = `UPDATE contacts SET first_name = $2, last_name = $3, email = $4, phone = $5, address = $6, notes = $7, is_favorite = $8,
  sort_name = $9 WHERE owner_id = $1 AND id = $10 RETURNING ${COLUMNS}`
const REMOVE = 'DELETE FROM contacts WHERE owner_id = $1 AND id = $2'

const valuesOf = (fields: ContactFields) => [
  fields.firstName,
  fields.lastName,
  fields.email,
  fields.phone,
  fields.address,
  fields.notes,
  fields.isFavorite,
  fields.sortName,
]

export function createContacts(pool: pg.Pool): Contacts {
  const one = async (db: pg.Pool | pg.PoolClient, text: string, values: unknown[]) => {
    const { rows } = await db.query(text, values)
    return rows[0] ? Row.parse(rows[0]) : undefined
  }
  return {
    ofOwner: async (ownerId, { limit, after, search, favorite }) => {
      const values = [ownerId, favorite ?? null, search ? likePattern(search) : null, after?.sortName ?? null, after?.id ?? null, limit]
      return (await runStatement(pool, LIST, values)).map((row) => Row.parse(row))
    },
    find: (ownerId, id) => one(pool, FIND, [ownerId, id]),
    add: (ownerId, fields, max, at) =>
      inTransaction(pool, async (client) => {
        await client.query('INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING', [ownerId])
        await client.query('SELECT id FROM owners WHERE id = $1 FOR UPDATE', [ownerId])
        const { rows } = await client.query<{ there: number }>(COUNT, [ownerId])
        return (rows[0]?.there ?? 0) < max ? one(client, ADD, [ownerId, ...valuesOf(fields), at]) : undefined
      }),
    change: (ownerId, id, fields) => one(pool, CHANGE, [ownerId, ...valuesOf(fields), id]),
    remove: async (ownerId, id) => (await pool.query(REMOVE, [ownerId, id])).rowCount === 1,
  }
}
