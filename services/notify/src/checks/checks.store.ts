import type pg from 'pg'
import { fetchRows } from '#kit/postgres.ts'
import type { Database } from '../core/prisma.store.ts'
import { FIND_DUE_CHECKS } from './checks.sql.ts'
import type { Checks } from './checks.ts'

export const createChecks = (db: Database, pool: pg.Pool): Checks => ({
  due: async (now, after, limit) => {
    const rows = await fetchRows(pool, FIND_DUE_CHECKS, { now, afterDue: after?.due, afterId: after?.deviceId, limit })
    return rows.flatMap(({ due, ...device }) => (due ? [{ ...device, due }] : []))
  },
  reschedule: async ({ deviceId, due }, nextCheckAt) =>
    void (await db.device.updateMany({ where: { id: deviceId, nextCheckAt: due }, data: { nextCheckAt } })),
})
