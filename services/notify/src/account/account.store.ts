import type pg from 'pg'
import { exportedPage } from '#kit/exported-page.ts'
import { execute, fetchRow, fetchRowByPrisma } from '#kit/postgres.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import { EXPORT_ROWS, type ExportedPage, type ExportPage } from '#proto/export.ts'
import { LOCK_DEVICES, LOCK_ROWS_OF_USER } from '../core/locks.sql.ts'
import type { Database } from '../core/prisma.store.ts'
import { FORGET_MEMBER } from './account.sql.ts'

/** A page of one kind of an account's rows, oldest first (proto/export.ts). @returns undefined for an unknown kind */
export async function exportPage(db: Database, { userId, kind, after }: ExportPage): Promise<ExportedPage | undefined> {
  const page = { where: { userId, ...(after ? { id: { gt: after } } : {}) }, orderBy: { id: 'asc' }, take: EXPORT_ROWS } as const
  const last = ({ id }: { readonly id: string }) => id
  // The keys of a subscription let their holder push to the browser.
  if (kind === 'devices')
    return exportedPage(await db.device.findMany({ ...page, omit: { p256dh: true, auth: true, publicKey: true } }), last)
  if (kind === 'webhooks')
    return exportedPage(await db.webhook.findMany({ ...page, omit: { secret: true, oldSecret: true, oldUntil: true } }), last)
  if (kind === 'pushes') return exportedPage(await db.push.findMany(page), last)
  return undefined
}

/**
 * Deletes devices and all that was sent to them. The tombstone is first: late events find it; a registration that did not find it holds
 * a lock, and the deletion waits for it.
 */
export function createUserDeletion(db: Database, pool: pg.Pool, tombstones: Tombstones): (userId: number) => Promise<void> {
  return async (userId) => {
    await tombstones.put(userId)
    await fetchRow(pool, LOCK_DEVICES, { userId })
    await db.$transaction(async (tx) => {
      await fetchRowByPrisma(tx, LOCK_ROWS_OF_USER, { userId })
      await tx.device.deleteMany({ where: { userId } })
      await tx.ring.deleteMany({ where: { ownerId: userId } })
      await tx.step.deleteMany({ where: { ownerId: userId } })
      await tx.webhook.deleteMany({ where: { userId } })
    })
    await execute(pool, FORGET_MEMBER, { userId })
  }
}
