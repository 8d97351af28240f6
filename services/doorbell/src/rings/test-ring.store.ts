import type pg from 'pg'
import { fetchRow, inTransaction } from '#kit/postgres.ts'
import { LOCK_DOOR } from '../core/locks.sql.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { PLACE_TEST_RING } from './test-ring.sql.ts'
import type { TestRings } from './test-ring.ts'

const TRIES = 3

/**
 * Test rings at one door run one after another: a statement sees what was committed before it began, so the second has to begin after the
 * commit of the first to find its ring. A conflict is a random id that exists already; the next try gets another.
 */
export const createTestRings = (pool: pg.Pool): TestRings => ({
  place: (request) =>
    inTransaction(pool, async (client) => {
      await fetchRow(client, LOCK_DOOR, { id: request.doorId })
      for (let tries = 0; tries < TRIES; tries += 1) {
        const row = await fetchRow(client, PLACE_TEST_RING, request)
        if (!row) return 'unknown'
        if (row.there) return { ring: readRing(row), isNew: row.isNew }
        if (!row.takesRings) return 'off'
      }
      throw new Error('place-test-ring keeps conflicting')
    }),
})
