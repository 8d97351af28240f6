import type pg from 'pg'
import { z } from 'zod'
import { fetchRows } from '#kit/postgres.ts'
import { AlertType } from '#proto/entities.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Database } from '../core/prisma.store.ts'
import { CLAIM_ALERTS } from './alerts.sql.ts'
import type { Alerts, NewAlert, StoredAlert } from './alerts.ts'

type AlertRow = Omit<StoredAlert, 'alertType' | 'params'> & { readonly alertType: string; readonly params: unknown }
const StoredParams = z.record(z.string(), z.string()).catch({})

/** Only types that this version has: after a rollback those of a newer one are left out. */
const KNOWN = { alertType: { in: [...AlertType.options] } }
/** In the past by the clock of every copy. */
const AT_ONCE = new Date(0)
const SHOWN = { id: true, userId: true, alertType: true, params: true, ipAddress: true, timestamp: true, isRead: true } as const

const toStored = <Row extends AlertRow>(row: Row) => ({
  ...row,
  alertType: AlertType.parse(row.alertType),
  params: StoredParams.parse(row.params),
})

/** Inserts alerts that are then due for delivery. @returns how many were not stored before */
export async function insertAlerts(tx: Prisma.TransactionClient, alerts: readonly NewAlert[]): Promise<number> {
  const data = alerts.map(({ params, ...alert }) => ({ ...alert, params: { ...params }, nextAt: AT_ONCE }))
  return data.length ? (await tx.securityAlert.createMany({ data, skipDuplicates: true })).count : 0
}

export function createAlerts(db: Database, pool: pg.Pool): Alerts {
  return {
    raise: async (alert) => (await insertAlerts(db, [alert])) > 0,
    ofUser: async (userId, { limit, before }) => {
      const rows = await db.securityAlert.findMany({
        where: { userId, ...KNOWN, ...(before === undefined ? {} : { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: limit,
        select: SHOWN,
      })
      return rows.map(toStored)
    },
    unread: (userId) => db.securityAlert.count({ where: { userId, ...KNOWN, isRead: false } }),
    read: async (userId, id) => (await db.securityAlert.updateMany({ where: { id, userId }, data: { isRead: true } })).count > 0,
    readAll: async (userId) => void (await db.securityAlert.updateMany({ where: { userId, isRead: false }, data: { isRead: true } })),
    claim: async (due) => (await fetchRows(pool, CLAIM_ALERTS, due)).map(toStored),
    delivered: async (id) => void (await db.securityAlert.updateMany({ where: { id }, data: { nextAt: null } })),
  }
}
