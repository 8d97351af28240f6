/** Rings: reads by Prisma, changes by the statements beside this file. */
import type pg from 'pg'
import type { Rings } from '../domain/ports.ts'
import type { Ring } from '../domain/ring.ts'
import { eraseRing } from './erase-ring.ts'
import { placeRing } from './place-ring.ts'
import type { Prisma } from './prisma.ts'
import {
  answerRing,
  cancelRing,
  liveAtDoors,
  markRingHandled,
  missDueRings,
  receiveRing,
  setRingAway,
  setRingKept,
  setRingPhoto,
} from './ring-changes.ts'
import { readRing } from './ring-columns.ts'

const WITH_DOOR = { door: { include: { owner: true } } } as const
type Row = { door: { label: string; publicNumber: number; owner: { tier: string } } }

/** Prisma's row in the shape of ring-columns.ts. */
export const toRing = (row: Row): Ring =>
  readRing({ ...row, doorLabel: row.door.label, publicNumber: row.door.publicNumber, premium: row.door.owner.tier === 'premium' })

const earlierThan = ({ timestamp, id }: Ring) => ({ OR: [{ timestamp: { lt: timestamp } }, { timestamp, id: { lt: id } }] })
const live = (now: Date) => ({ outcome: null, endsAt: { gt: now } })
/** A resident's words that went unread are replayed for this many rings at most. */
const UNREAD_MAX = 20
/** A replay travels in one NATS message of at most 1 MiB: the newest rings, which surely fit. The list has them all. */
const REPLAYED_MAX = 50
/** Newest first, by time: ids are random and only tell equals apart. */
const NEWEST: object[] = [{ timestamp: 'desc' }, { id: 'desc' }]
/** More than any ring is live (RING_LIFE_MS). */
const RING_LIFE_MOST = 3_600_000

/** @param ringPool connections for placing a ring and nothing else */
export function createRings(pool: pg.Pool, ringPool: pg.Pool, prisma: Prisma): Rings {
  const many = async (where: object, orderBy: object | object[], take?: number): Promise<Ring[]> => {
    const rows = await prisma.activity.findMany({ where, orderBy, include: WITH_DOOR, ...(take ? { take } : {}) })
    return rows.map(toRing)
  }
  return {
    place: (request) => placeRing(ringPool, request),
    find: async (id, now) => (await many({ id, expiresAt: { gt: now } }, { id: 'desc' }, 1))[0],
    liveOfOwner: async (ownerId, now) => (await many({ ownerId, ...live(now) }, NEWEST, REPLAYED_MAX)).reverse(),
    unreadOfOwner: (ownerId, now) => many({ ownerId, hasChat: true, expiresAt: { gt: now } }, NEWEST, UNREAD_MAX),
    // An answer comes within its ring's life: by the time of the ring an index finds the few that count.
    answeredBySession: async (ownerId, session, since) => {
      const timestamp = { gt: new Date(since.getTime() - RING_LIFE_MOST) }
      return (await many({ ownerId, answeredSession: session, answeredAt: { gt: since }, timestamp }, NEWEST, REPLAYED_MAX)).reverse()
    },
    ofVisits: (ids, now) => many({ id: { in: [...ids] }, erasedAt: null, expiresAt: { gt: now } }, NEWEST),
    liveAtDoors: (doorIds, now) => liveAtDoors(pool, doorIds, now),
    before: (ring, now) => prisma.activity.count({ where: { doorId: ring.doorId, ...earlierThan(ring), ...live(now) } }),
    answer: (id, answer, event, at) => answerRing(pool, id, answer, event, at),
    cancel: (id, event, at) => cancelRing(pool, id, event, at),
    missDue: (now) => missDueRings(pool, now),
    markHandled: (id, now) => markRingHandled(pool, id, now),
    receive: (id, state, by, at) => receiveRing(pool, id, state, by, at),
    setAway: (id, away) => setRingAway(pool, id, away),
    setPhoto: (id, photo) => setRingPhoto(pool, id, photo),
    setKept: (id, kept) => setRingKept(pool, id, kept),
    erase: (id, rungBefore, at) => eraseRing(pool, id, rungBefore, at),
    photosKept: async (names) => {
      const rows = await prisma.activity.findMany({ where: { photo: { in: [...names] } }, select: { photo: true } })
      return new Set(rows.flatMap(({ photo }) => photo ?? []))
    },
    markRead: async (id, side, seq) => {
      const field = side === 'resident' ? 'residentRead' : 'visitorRead'
      await prisma.activity.updateMany({ where: { id, [field]: { lt: seq } }, data: { [field]: seq } })
    },
  }
}
