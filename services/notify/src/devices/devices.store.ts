import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { tokenHash } from '#kit/ids.ts'
import { execute, fetchRowByPrisma, fetchRows } from '#kit/postgres.ts'
import { UNKNOWN_DEVICE } from '#kit/user-agent.ts'
import { DEVICES_MAX, FIELD } from '#proto/limits.ts'
import type { Prisma } from '../../generated/client.ts'
import { LOCK_BROWSER, LOCK_BROWSER_ROWS, LOCK_DEVICES, LOCK_SESSION } from '../core/locks.sql.ts'
import type { Database } from '../core/prisma.store.ts'
import { WEEKLY_CHECK } from '../core/weekly-check.ts'
import { ALLOW_PUSHES, FIND_CONDITIONS, FIND_DEVICES, FIND_REFUSAL, REFUSE_SESSION, REPLACE_SAME_BROWSER } from './devices.sql.ts'
import type { Browser, DeviceChange, Devices, PutRefusal } from './devices.ts'
import type { DiagnoseDeps } from './diagnose.ts'

const NO_SUBSCRIPTION = { endpoint: null, p256dh: null, auth: null, publicKey: null }

/** Undefined keeps a column unchanged. */
const columnsOf = ({ permission, armed, language, subscription }: DeviceChange) => ({
  ...{ permission, armed, language },
  ...(subscription === undefined ? {} : (subscription ?? NO_SUBSCRIPTION)),
  ...(subscription ? { expiredAt: null } : {}),
})

export function createDevices(db: Database, pool: pg.Pool): Devices & DiagnoseDeps['devices'] {
  const dropSubscription = async (session: string) => {
    const data = { ...NO_SUBSCRIPTION, expiredAt: null }
    return (await db.device.updateMany({ where: { session, endpoint: { not: null } }, data })).count > 0
  }
  const find = async (userId: number, id: string) => (await fetchRows(pool, FIND_DEVICES, { userId, id }))[0]
  return {
    conditionsOf: (userId, checkedBefore) => fetchRows(pool, FIND_CONDITIONS, { userId, checkedBefore, checkRef: WEEKLY_CHECK }),
    ofUser: (userId) => fetchRows(pool, FIND_DEVICES, { userId, id: null }),
    find,
    put: async (browser, change, now) => {
      const { userId, session } = browser
      const { endpoint, auth } = change.subscription ?? {}
      const shared = endpoint !== undefined && auth !== undefined ? { endpoint, auth } : undefined
      return db.$transaction(async (tx) => {
        if (shared) await fetchRowByPrisma(tx, LOCK_BROWSER, shared)
        await fetchRowByPrisma(tx, LOCK_DEVICES, { userId })
        const refusal = await findRefusal(tx, browser, change)
        if (refusal) return refusal
        if (shared) await fetchRowByPrisma(tx, LOCK_BROWSER_ROWS, { ...shared, session })
        const id = await putDevice(tx, browser, change, now)
        if (!id) return 'full'
        if (shared) await tx.device.deleteMany({ where: { ...shared, userId: { not: userId } } })
        return (await fetchRowByPrisma(tx, FIND_DEVICES, { userId, id })) ?? 'full'
      })
    },
    dropSubscription,
    stopPushes: async (session, expiresAt) => {
      await execute(pool, REFUSE_SESSION, { session, hash: tokenHash(session), reason: 'wall', expiresAt })
      await dropSubscription(session)
    },
    allowPushes: async (session) => void (await execute(pool, ALLOW_PUSHES, { hash: tokenHash(session) })),
    change: async (userId, id, { name, details, nextCheckAt }) => {
      const data = {
        ...(name ? { name } : {}),
        ...(details === undefined ? {} : { details }),
        ...(nextCheckAt === undefined ? {} : { nextCheckAt }),
      }
      return (await db.device.updateMany({ where: { id, userId }, data })).count > 0
    },
    remove: async (userId, id) => (await db.device.deleteMany({ where: { id, userId } })).count > 0,
    removeSession: async (session, expiresAt) => {
      await execute(pool, REFUSE_SESSION, { session, hash: tokenHash(session), reason: 'ended', expiresAt })
      return (await db.device.deleteMany({ where: { session } })).count > 0
    },
    countReachable: () => db.device.count({ where: { endpoint: { not: null } } }),
  }
}

/** In the transaction that stores the device: the end of its session or account waits for the commit. */
async function findRefusal(
  tx: Prisma.TransactionClient,
  { userId, session }: Browser,
  { subscription }: DeviceChange,
): Promise<PutRefusal | undefined> {
  await fetchRowByPrisma(tx, LOCK_SESSION, { session })
  const found = await fetchRowByPrisma(tx, FIND_REFUSAL, { hash: tokenHash(session), userId })
  if (found?.reason === 'ended') return 'ended'
  return found && subscription ? 'wall' : undefined
}

/** @returns the device's id; undefined where the account has the maximum of devices */
async function putDevice(tx: Prisma.TransactionClient, browser: Browser, change: DeviceChange, now: Date): Promise<string | undefined> {
  const { userId, session, platform, wall } = browser
  const { endpoint, auth } = change.subscription ?? {}
  const seen = { platform, browser: browser.browser, wall, lastSeenAt: now, ...columnsOf(change) }
  // Another page, or another account with the same browser, may remove it at any moment.
  const updated = async (where: Prisma.DeviceWhereInput) =>
    (await tx.device.updateManyAndReturn({ where, data: { ...seen, session }, select: { id: true }, limit: 1 }))[0]?.id
  const known = await updated({ session })
  if (endpoint !== undefined && auth !== undefined) {
    const sameBrowser = { userId, endpoint, auth, session: { not: session } }
    if (!known) {
      const before = await updated(sameBrowser)
      if (before) return before
    }
    await fetchRowByPrisma(tx, REPLACE_SAME_BROWSER, { userId, endpoint, auth, session })
  }
  if (known) return known
  const others = await tx.device.findMany({ where: { userId }, select: { name: true } })
  if (others.length >= DEVICES_MAX) return undefined
  const id = randomUUID()
  const name = unusedName(browser.name, new Set(others.map((other) => other.name)))
  await tx.device.create({ data: { ...seen, id, userId, session, name, createdAt: now } })
  return id
}

/** Two equal browsers of an account get two names: "Answered on Firefox on Linux" identifies one. */
function unusedName(named: string, used: ReadonlySet<string>): string {
  const wanted = named.slice(0, FIELD.deviceName)
  if (!used.has(wanted) || wanted === UNKNOWN_DEVICE) return wanted
  const numbered = Array.from({ length: DEVICES_MAX }, (_, index) => {
    const suffix = ` ${index + 2}`
    return wanted.slice(0, FIELD.deviceName - suffix.length) + suffix
  })
  return numbered.find((name) => !used.has(name)) ?? wanted
}
