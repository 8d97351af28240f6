/** Erases a visitor's data of a ring; time, door and outcome stay. */
import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { ERASE_RING } from './erase-ring.sql.ts'
import type { Erasure } from './erase-ring.ts'

export const createErasure = (pool: pg.Pool): Erasure => ({
  // No row while the resident keeps the ring or blocks its visitor, or the ring is too young.
  erase: async (id, rungBefore, at) => {
    const row = await fetchRow(pool, ERASE_RING, { id, rungBefore, at })
    return row && { ring: readRing(row), photo: row.erasedPhoto, films: row.erasedFilms ?? [], pieces: row.erasedPieces ?? [] }
  },
})
