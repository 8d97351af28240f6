/** Doors and their owners (docs/product/decisions.md, 3). */
import { randomInt } from 'node:crypto'
import { randomCrockford } from '#kit/ids.ts'
import { fetchRowByPrisma } from '#kit/postgres.ts'
import { stored } from '#kit/stored.ts'
import { Building, DoorSound } from '#proto/doors.ts'
import type { EventEnvelope } from '#proto/events.ts'
import { FIELD } from '#proto/limits.ts'
import { DbNull } from '../../generated/internal/prismaNamespace.ts'
import { LOCK_DOOR, LOCK_OWNER, LOCK_SOUND } from '../core/locks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { StoredPreferences } from '../notifications/preferences.store.ts'
import type { Door, Doors, NewDoor } from './doors.ts'

const INT31 = 2_147_483_647
/** Prisma's errors: a unique value exists already; a transaction conflicted with another. */
const CONFLICTS = new Set(['P2002', 'P2034'])
/** Joins the owner, for the tier, and the newest replaced code in its grace period. */
const include = (now: Date) => ({ owner: true, oldCodes: { where: { until: { gt: now } }, orderBy: { until: 'desc' }, take: 1 } }) as const
/** Doors that take rings: a further door only on a premium account whose switch for several codes is on (docs/product/decisions.md, 3). */
const MANY_CODES = { tier: 'premium', preferences: { path: ['switches', 'allowMultipleQRCodes'], equals: true } }
const TAKES_RINGS = { enabled: true, removedAt: null, OR: [{ primary: true }, { owner: MANY_CODES }] }
const StoredBuilding = stored(Building, { timeZone: 'UTC' }).nullable().catch(null)
const StoredSound = DoorSound.catch('standard')

type Row = Omit<Door, 'building' | 'sound' | 'premium' | 'manyCodes' | 'ownSounds' | 'graceUntil'> & {
  readonly building: unknown
  readonly sound: string
  readonly owner: { readonly tier: string; readonly preferences: unknown }
  readonly oldCodes: readonly { readonly until: Date }[]
}

function toDoor({ owner, oldCodes, building, sound, ...row }: Row): Door {
  const { switches } = StoredPreferences.parse(owner.preferences)
  return {
    ...row,
    building: StoredBuilding.parse(building),
    sound: StoredSound.parse(sound),
    premium: owner.tier === 'premium',
    manyCodes: switches.allowMultipleQRCodes,
    ownSounds: switches.customDoorbell,
    graceUntil: oldCodes[0]?.until ?? null,
  }
}

/** Prisma reads owners after the doors: for an account that was deleted in between there is no row. */
const hasOwner = ({ owner }: { readonly owner: object | null }) => owner !== null
const codes = () => ({ shortCode: randomCrockford(FIELD.shortCode), publicNumber: randomInt(1, INT31) })

const keepEvent = ({ outbox }: Pick<Prisma, 'outbox'>, { id, name, data, at }: EventEnvelope) =>
  outbox.create({ data: { id, name, data, at } })

export function createDoors(prisma: Prisma): Doors {
  const first = async (where: object, now: Date) => {
    const row = await prisma.door.findFirst({ where, include: include(now) })
    return row && hasOwner(row) ? toDoor(row) : undefined
  }
  const old = (where: { qrCodeId: string } | { shortCode: string }) => prisma.doorCode.findFirst({ where })
  const living = async (where: { qrCodeId: string } | { shortCode: string }, now: Date) => {
    const door = await first({ ...TAKES_RINGS, ...where }, now)
    if (door) return { door, qrCodeId: door.qrCodeId }
    const code = await old(where)
    const before = code && code.until > now ? await first({ ...TAKES_RINGS, id: code.doorId }, now) : undefined
    return before && code ? { door: before, qrCodeId: code.qrCodeId } : undefined
  }
  const create = async (db: Pick<Prisma, 'door'>, { createdAt, ...door }: NewDoor, primary: boolean) =>
    toDoor(await db.door.create({ data: { ...door, createdAt, primary, ...codes() }, include: include(createdAt) }))
  return {
    byQrCode: async (qrCodeId, now) => (await living({ qrCodeId }, now))?.door,
    byShortCode: (shortCode, now) => living({ shortCode }, now),
    ofOwner: async (ownerId, now) => {
      const where = { ownerId, removedAt: null }
      const rows = await prisma.door.findMany({ where, orderBy: [{ primary: 'desc' }, { id: 'asc' }], include: include(now) })
      return rows.filter(hasOwner).map(toDoor)
    },
    ofOwnerById: (ownerId, id, now) => first({ ownerId, id, removedAt: null }, now),
    find: async (qrCodeId) => {
      const now = new Date(0)
      const door = await first({ qrCodeId }, now)
      const code = door ? null : await old({ qrCodeId })
      return door ?? (code ? first({ id: code.doorId }, now) : undefined)
    },
    open: async (door) => {
      await prisma.owner.createMany({ data: [{ id: door.ownerId }], skipDuplicates: true })
      const isFirst = (await prisma.door.count({ where: { ownerId: door.ownerId } })) === 0
      return create(prisma, door, isFirst)
    },
    add: (door, max, eventOf) =>
      prisma.$transaction(async (tx) => {
        await tx.owner.createMany({ data: [{ id: door.ownerId }], skipDuplicates: true })
        await fetchRowByPrisma(tx, LOCK_OWNER, { id: door.ownerId })
        const there = await tx.door.count({ where: { ownerId: door.ownerId, removedAt: null } })
        if (there >= max) return undefined
        const added = await create(tx, door, there === 0)
        await keepEvent(tx, eventOf(added.id))
        return added
      }),
    change: async (id, { building, ...change }, now, event) => {
      // SQL's null, not JSON's: a door without a building has never had one.
      const data = { ...change, ...(building === undefined ? {} : { building: building ?? DbNull }) }
      const changed = await prisma.$transaction(async (tx) => {
        if (event) await keepEvent(tx, event)
        return tx.door.update({ where: { id }, data, include: include(now) })
      })
      return toDoor(changed)
    },
    setSound: (id, soundFile, event) =>
      prisma.$transaction(async (tx) => {
        const before = await fetchRowByPrisma(tx, LOCK_SOUND, { id })
        if (!before) return undefined
        await tx.door.update({ where: { id }, data: { sound: 'custom', soundFile } })
        await keepEvent(tx, event)
        return { replaced: before.soundFile }
      }),
    rotate: (ownerId, id, { qrCodeId, at, graceUntil, eventOf }) =>
      prisma.$transaction(async (tx) => {
        // The row lock serializes rotations: each replaces the code of the one before.
        await fetchRowByPrisma(tx, LOCK_DOOR, { id })
        const before = await tx.door.findFirst({ where: { id, ownerId, removedAt: null } })
        if (!before) return undefined
        await tx.doorCode.updateMany({ where: { doorId: id, until: { gt: graceUntil } }, data: { until: graceUntil } })
        await tx.doorCode.create({ data: { qrCodeId: before.qrCodeId, shortCode: before.shortCode, doorId: id, until: graceUntil } })
        const codeVersion = before.codeVersion + 1
        const data = { qrCodeId, shortCode: randomCrockford(FIELD.shortCode), rotatedAt: at, codeVersion }
        const door = toDoor(await tx.door.update({ where: { id }, data, include: include(at) }))
        const event = eventOf(door)
        await keepEvent(tx, event)
        return { door, event }
      }),
    remove: (id, now, event) =>
      prisma.$transaction(async (tx) => {
        await keepEvent(tx, event)
        const data = { removedAt: now, enabled: false }
        return (await tx.door.update({ where: { id }, data, select: { soundFile: true } })).soundFile
      }),
    isConflict: (error) => CONFLICTS.has(String((error as { code?: string }).code)),
  }
}

/** @returns the sounds of this list that a door refers to */
export async function soundsInUse(prisma: Prisma, sounds: readonly string[]): Promise<string[]> {
  const rows = await prisma.door.findMany({ where: { soundFile: { in: [...sounds] }, removedAt: null }, select: { soundFile: true } })
  return rows.flatMap(({ soundFile }) => (soundFile ? [soundFile] : []))
}

/** No history refers to a door that was removed before this. */
export async function deleteRemovedDoors(prisma: Prisma, removedBefore: Date): Promise<void> {
  await prisma.door.deleteMany({ where: { removedAt: { lt: removedBefore } } })
}
