/** Erases a visitor's data of a ring in one statement; time, door and outcome stay. */
import type pg from 'pg'
import { runStatement } from '#kit/postgres.ts'
import type { Ring } from '../domain/ring.ts'
import { RING_COLUMNS, RING_JOINS, readRing } from './ring-columns.ts'

const ERASE = {
  name: 'erase-ring',
  text: `
WITH known AS (
  SELECT id, photo FROM activities WHERE id = $1 FOR UPDATE
), changed AS (
  UPDATE activities SET visitor_name = '', message = '', unit_number = NULL, photo = NULL, has_chat = false, from_hash = NULL,
    erased_at = $3, version = version + 1
  WHERE id IN (SELECT id FROM known) AND NOT kept AND NOT blocked AND erased_at IS NULL AND timestamp <= $2
  RETURNING *
), chat AS (
  DELETE FROM messages WHERE activity_id IN (SELECT id FROM changed)
), notices AS (
  DELETE FROM notifications WHERE activity_id IN (SELECT id FROM changed)
)
SELECT ${RING_COLUMNS}, known.photo AS "erasedPhoto" FROM changed a JOIN known ON known.id = a.id ${RING_JOINS}`,
}

/** @returns undefined while the resident keeps the ring or blocks its visitor, or the ring is too young */
export async function eraseRing(
  pool: pg.Pool,
  id: number,
  rungBefore: Date,
  at: Date,
): Promise<{ ring: Ring; photo: string | null } | undefined> {
  const [row] = await runStatement<{ erasedPhoto: string | null }>(pool, ERASE, [id, rungBefore, at])
  return row && { ring: readRing(row), photo: row.erasedPhoto }
}
