/** Erases a visitor's data of a ring in one statement; time, door and outcome stay. */
import { columnOf, statement } from '#kit/statement.ts'
import { RING_DETAIL_NAMES } from '#proto/ring-details.ts'
import { RING, RING_COLUMNS, RING_JOINS } from '../core/ring-columns.sql.ts'

const erased = RING_DETAIL_NAMES.map((name) => `${columnOf(name)} = NULL`).join(', ')

export const ERASE_RING = statement({
  name: 'erase-ring',
  params: { id: 'int', rungBefore: 'timestamptz', at: 'timestamptz' },
  row: { ...RING, erasedPhoto: 'text?', erasedFilms: 'text[]?', erasedPieces: 'text[]?' },
  sql: `
WITH known AS (
  SELECT id, photo FROM activities WHERE id = :id FOR UPDATE
), changed AS (
  UPDATE activities SET visitor_name = '', message = '', ${erased}, photo = NULL, has_chat = false, films = 0, from_hash = NULL,
    erased_at = :at, version = version + 1
  WHERE id IN (SELECT id FROM known) AND NOT kept AND NOT blocked AND erased_at IS NULL AND timestamp <= :rungBefore
  RETURNING *
), chat AS (
  DELETE FROM messages WHERE activity_id IN (SELECT id FROM changed)
), films AS (
  DELETE FROM recordings WHERE activity_id IN (SELECT id FROM changed) RETURNING id, film, poster
), pieces AS (
  SELECT file FROM recording_pieces WHERE recording_id IN (SELECT r.id FROM recordings r JOIN changed ON changed.id = r.activity_id)
), notices AS (
  DELETE FROM notifications WHERE activity_id IN (SELECT id FROM changed)
)
SELECT ${RING_COLUMNS}, known.photo AS "erasedPhoto",
  (SELECT array_agg(name) FROM (SELECT film AS name FROM films UNION ALL SELECT poster FROM films) f
    WHERE name IS NOT NULL) AS "erasedFilms",
  (SELECT array_agg(file) FROM pieces) AS "erasedPieces"
FROM changed a JOIN known ON known.id = a.id ${RING_JOINS}`,
})
