/** Rings: Prisma reads them, the SQL statements of the files beside this one place and change them. */
import type pg from 'pg'
import { TIME } from '#proto/limits.ts'
import type { Activity, Door, Owner } from '../../generated/client.ts'
import type { Prisma } from '../core/prisma.store.ts'
import type { Ring } from '../core/ring.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { placeRing } from './place-ring.store.ts'
import {
  findRing,
  liveAtDoors,
  markRingHandled,
  missDueRings,
  recordRingReceipt,
  setRingAway,
  setRingKept,
  storeAnswer,
  storeCancel,
} from './ring-changes.store.ts'
import type { Rings } from './rings.ts'

const WITH_DOOR = { door: { include: { owner: true } } } as const
type Row = Activity & { readonly door: Door & { readonly owner: Owner } }

/** Prisma's row in the shape of core/ring-columns.sql.ts. */
export const toRing = (row: Row): Ring =>
  readRing({ ...row, doorLabel: row.door.label, publicNumber: row.door.publicNumber, premium: row.door.owner.tier === 'premium' })

/** Prisma reads doors and owners after the rings: for an account that was deleted in between there is no row. */
const hasOwner = ({ door }: { readonly door: { readonly owner: Owner | null } | null }) => Boolean(door?.owner)
const earlierThan = ({ timestamp, id }: Ring) => ({ OR: [{ timestamp: { lt: timestamp } }, { timestamp, id: { lt: id } }] })
const live = (now: Date) => ({ outcome: null, endsAt: { gt: now } })
/** Unread messages are replayed for this many rings at most. */
const UNREAD_MAX = 20
/** A replay must fit one NATS message (1 MiB), so it contains the newest rings only. The list has all of them. */
const REPLAYED_MAX = 50
/** Newest first, by time; random ids only break ties. */
const NEWEST: object[] = [{ timestamp: 'desc' }, { id: 'desc' }]

/** `ringPool` has connections for placing rings only, `jobPool` the one of the statements that only jobs run. */
type RingPools = { readonly pool: pg.Pool; readonly ringPool: pg.Pool; readonly jobPool: pg.Pool }

export function createRings({ pool, ringPool, jobPool }: RingPools, prisma: Prisma): Rings {
  const many = async (where: object, orderBy: object | object[], take?: number): Promise<Ring[]> => {
    const rows = await prisma.activity.findMany({ where, orderBy, include: WITH_DOOR, ...(take ? { take } : {}) })
    return rows.filter(hasOwner).map(toRing)
  }
  return {
    place: (request) => placeRing(ringPool, request),
    find: (id, now) => findRing(pool, id, now),
    liveOfOwner: async (ownerId, now) => (await many({ ownerId, ...live(now) }, NEWEST, REPLAYED_MAX)).reverse(),
    unreadOfOwner: (ownerId, now) => many({ ownerId, hasChat: true, expiresAt: { gt: now } }, NEWEST, UNREAD_MAX),
    // A ring is answered within its life, so the ring's time bounds the rows, and an index finds them.
    answeredBySession: async (ownerId, session, since) => {
      const timestamp = { gt: new Date(since.getTime() - TIME.ringLifeMost) }
      return (await many({ ownerId, answeredSession: session, answeredAt: { gt: since }, timestamp }, NEWEST, REPLAYED_MAX)).reverse()
    },
    ofIds: (ids, now) => many({ id: { in: [...ids] }, erasedAt: null, expiresAt: { gt: now } }, NEWEST),
    liveAtDoors: (doorIds, now) => liveAtDoors(pool, doorIds, now),
    before: (ring, now) => prisma.activity.count({ where: { doorId: ring.doorId, test: false, ...earlierThan(ring), ...live(now) } }),
    answer: (id, answer, event, at) => storeAnswer(pool, id, answer, event, at),
    cancel: (id, event, at) => storeCancel(pool, id, event, at),
    missDue: (now) => missDueRings(jobPool, now),
    markHandled: (id, now) => markRingHandled(pool, id, now),
    recordReceipt: (id, state, by, at) => recordRingReceipt(pool, id, state, by, at),
    setAway: (id, away, now) => setRingAway(pool, id, away, now),
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
