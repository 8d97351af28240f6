/** Erases a visitor's data of a ring; time, door and outcome stay. */
import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { ERASE_RING } from './erase-ring.sql.ts'
import type { Erased } from './erase-ring.ts'

/** @returns undefined while the resident keeps the ring or blocks its visitor, or the ring is too young */
export async function eraseRing(pool: pg.Pool, id: number, rungBefore: Date, at: Date): Promise<Erased | undefined> {
  const row = await fetchRow(pool, ERASE_RING, { id, rungBefore, at })
  return row && { ring: readRing(row), photo: row.erasedPhoto, films: row.erasedFilms ?? [], pieces: row.erasedPieces ?? [] }
}
