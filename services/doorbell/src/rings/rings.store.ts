/** Rings: Prisma reads them, the SQL statements of the files beside this one place and change them. */
import type pg from 'pg'
import { fetchRows } from '#kit/postgres.ts'
import type { Prisma } from '../core/prisma.store.ts'
import type { Ring } from '../core/ring.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { placeRing } from './place-ring.store.ts'
import { VISIBLE_RINGS } from './ring-changes.sql.ts'
import {
  findRing,
  liveAtDoors,
  markRingHandled,
  missDueRings,
  recordRingReceipt,
  replayedRings,
  setRingAway,
  setRingKept,
  setRingSilenced,
  storeAnswer,
  storeCancel,
} from './ring-changes.store.ts'
import type { Rings } from './rings.ts'

const earlierThan = ({ timestamp, id }: Ring) => ({ OR: [{ timestamp: { lt: timestamp } }, { timestamp, id: { lt: id } }] })
const live = (now: Date) => ({ outcome: null, endsAt: { gt: now } })

/** `ringPool` has connections for placing rings only, `jobPool` the one of the statements that only jobs run. */
type RingPools = { readonly pool: pg.Pool; readonly ringPool: pg.Pool; readonly jobPool: pg.Pool }

export function createRings({ pool, ringPool, jobPool }: RingPools, prisma: Prisma): Rings {
  return {
    place: (request) => placeRing(ringPool, request),
    find: (id, now) => findRing(pool, id, now),
    replayed: (resident, now, since) => replayedRings(pool, resident, now, since),
    ofIds: async (ids, now) => (await fetchRows(pool, VISIBLE_RINGS, { ids, now })).map(readRing),
    liveAtDoors: (doorIds, now) => liveAtDoors(pool, doorIds, now),
    before: (ring, now) => prisma.activity.count({ where: { doorId: ring.doorId, test: false, ...earlierThan(ring), ...live(now) } }),
    answer: (id, answer, event, at) => storeAnswer(pool, id, answer, event, at),
    cancel: (id, event, at) => storeCancel(pool, id, event, at),
    missDue: (now) => missDueRings(jobPool, now),
    markHandled: (id, now) => markRingHandled(pool, id, now),
    recordReceipt: (id, state, by, at) => recordRingReceipt(pool, id, state, by, at),
    setAway: (id, away, now) => setRingAway(pool, id, away, now),
    silence: (id, userId, now) => setRingSilenced(pool, id, userId, now),
    setKept: (id, kept) => setRingKept(pool, id, kept),
    markRead: async (id, side) => {
      // Only the count: the texts of a long chat are not read for it.
      const { _max } = await prisma.message.aggregate({ where: { activityId: id }, _max: { seq: true } })
      const { seq } = _max
      if (seq === null) return
      const field = side === 'resident' ? 'residentRead' : 'visitorRead'
      await prisma.activity.updateMany({ where: { id, [field]: { lt: seq } }, data: { [field]: seq } })
    },
  }
}
