import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import type { TestRings } from '../domain/test-ring.ts'
import { readRing } from './ring-columns.ts'
import { PLACE_TEST_RING } from './test-ring.sql.ts'

const TRIES = 3

/** A conflict leaves no ring: another request placed it, or the random id was taken. The next try sees the one, or gets another. */
export const createTestRings = (pool: pg.Pool): TestRings => ({
  place: async (request) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const row = await fetchRow(pool, PLACE_TEST_RING, request)
      if (!row) return 'unknown'
      if (row.there) return { ring: readRing(row), isNew: row.isNew }
      if (!row.takesRings) return 'off'
    }
    throw new Error('place-test-ring keeps conflicting')
  },
})
