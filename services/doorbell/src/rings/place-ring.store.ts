/** Places a ring by its one statement (place-ring.sql.ts). */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import { DAY_MS } from '#proto/durations.ts'
import { RETENTION_DAYS } from '#proto/limits.ts'
import { ringDetails } from '#proto/ring-details.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { PLACE_RING } from './place-ring.sql.ts'
import type { Placed, RingRequest } from './rings.ts'

function paramsOf({ expected, keptSince, ...request }: RingRequest) {
  return {
    ...request,
    endsAtText: request.endsAt.toISOString(),
    keptByPremium: new Date(keptSince.getTime() + RETENTION_DAYS.premium * DAY_MS),
    keptByFree: new Date(keptSince.getTime() + RETENTION_DAYS.free * DAY_MS),
    expectedFrom: expected.from,
    expectedUntil: expected.until,
  }
}

/**
 * A conflict returns no row: a concurrent request wrote the same key or the same Call Again, the random id exists, or a block was being
 * written. The next try sees the other row and the block, and gets another id.
 */
export async function placeRing(pool: pg.Pool | pg.ClientBase, request: RingRequest): Promise<Placed> {
  for (let attempt = 0; ; attempt++) {
    const row = await fetchRow(pool, PLACE_RING, paramsOf(request))
    if (!row) throw new Error('place-ring answers one row')
    if (row.verdict === 'inactive') return { verdict: 'inactive' }
    if (row.verdict === 'blocked') return { verdict: 'blocked' }
    if (row.verdict === 'used_up') return { verdict: 'used_up' }
    if (row.verdict === 'too_soon') return { verdict: 'too_soon', lastEndedAt: row.lastEndedAt }
    if (row.there) return { verdict: row.verdict === 'existing' ? 'existing' : 'placed', ring: readRing(row), inLine: row.inLine }
    if (attempt > 2) throw new Error('place-ring keeps conflicting')
  }
}

/** Makes a new connection parse and plan the statement before its first ring. */
export async function warmPlaceRing(client: pg.ClientBase, now: Date): Promise<void> {
  const placeholder = {
    qrCodeId: '',
    key: '',
    visits: [],
    againOf: null,
    visitorName: '',
    message: '',
    ...ringDetails({}),
    purpose: null,
    fromHash: '',
    pass: null,
  }
  const times = { at: now, keptSince: now, endsAt: now, cooledBefore: now, eventId: randomUUID(), expected: { from: now, until: now } }
  await placeRing(client, { ...placeholder, ...times })
}
