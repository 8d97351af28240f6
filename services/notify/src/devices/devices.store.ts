import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { fetchRowByPrisma, fetchRows } from '#kit/postgres.ts'
import { DEVICES_MAX, FIELD } from '#proto/limits.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Database } from '../core/prisma.store.ts'
import { FIND_CONDITIONS, FIND_DEVICES, LOCK_DEVICES } from './devices.sql.ts'
import type { Browser, DeviceChange, Devices } from './devices.ts'
import type { DiagnoseDeps } from './diagnose.ts'

const NO_SUBSCRIPTION = { endpoint: null, p256dh: null, auth: null, publicKey: null }

/** Undefined leaves a column as it is. */
const columnsOf = ({ permission, armed, language, subscription }: DeviceChange) => ({
  ...{ permission, armed, language },
  ...(subscription === undefined ? {} : (subscription ?? NO_SUBSCRIPTION)),
  ...(subscription ? { expiredAt: null } : {}),
})

export function createDevices(db: Database, pool: pg.Pool): Devices & DiagnoseDeps['devices'] {
  const find = async (userId: number, id: string) => (await fetchRows(pool, FIND_DEVICES, { userId, id }))[0]
  return {
    conditionsOf: (userId) => fetchRows(pool, FIND_CONDITIONS, { userId }),
    ofUser: (userId) => fetchRows(pool, FIND_DEVICES, { userId, id: null }),
    find,
    put: async (browser, change, now) => {
      const id = await db.$transaction(async (tx) => {
        await fetchRowByPrisma(tx, LOCK_DEVICES, { userId: browser.userId })
        return putDevice(tx, browser, change, now)
      })
      const stored = id && (await find(browser.userId, id))
      return stored || 'full'
    },
    dropSubscription: async (session) =>
      (await db.device.updateMany({ where: { session, endpoint: { not: null } }, data: { ...NO_SUBSCRIPTION, expiredAt: null } })).count >
      0,
    change: async (userId, id, { name, details }) =>
      (
        await db.device.updateMany({
          where: { id, userId },
          data: { ...(name ? { name } : {}), ...(details === undefined ? {} : { details }) },
        })
      ).count > 0,
    remove: async (userId, id) => (await db.device.deleteMany({ where: { id, userId } })).count > 0,
    removeSession: async (session) => (await db.device.deleteMany({ where: { session } })).count > 0,
    countReachable: () => db.device.count({ where: { endpoint: { not: null } } }),
  }
}

/** @returns the device's id; undefined where the account has its most devices already */
async function putDevice(tx: Prisma.TransactionClient, browser: Browser, change: DeviceChange, now: Date): Promise<string | undefined> {
  const { userId, session, platform } = browser
  const { endpoint, auth } = change.subscription ?? {}
  const known = await tx.device.findUnique({ where: { session }, select: { id: true } })
  if (endpoint !== undefined && auth !== undefined) {
    const sameBrowser = { endpoint, auth, session: { not: session } }
    const before = known ? null : await tx.device.findFirst({ where: { ...sameBrowser, userId }, select: { id: true } })
    if (before) {
      await tx.device.update({
        where: { id: before.id },
        data: { session, platform, browser: browser.browser, lastSeenAt: now, ...columnsOf(change) },
      })
      return before.id
    }
    await tx.device.deleteMany({ where: sameBrowser })
  }
  const data = { platform, browser: browser.browser, lastSeenAt: now, ...columnsOf(change) }
  if (known) {
    await tx.device.update({ where: { id: known.id }, data })
    return known.id
  }
  if ((await tx.device.count({ where: { userId } })) >= DEVICES_MAX) return undefined
  const id = randomUUID()
  await tx.device.create({ data: { ...data, id, userId, session, name: browser.name.slice(0, FIELD.deviceName), createdAt: now } })
  return id
}
