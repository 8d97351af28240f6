import { fetchRowByPrisma } from '#kit/postgres.ts'
import { LoginAttempt } from '#proto/entities.ts'
import type { Prisma } from '../../generated/client.ts'
import { insertAlerts } from '../alerts/alerts.store.ts'
import type { NewAlert } from '../alerts/alerts.ts'
import type { Database } from '../core/prisma.store.ts'
import { LOCK } from './attempts.sql.ts'
import type { Attempt, Attempts, FailureAlertRule, LocationRule } from './attempts.ts'
import { blockAddress } from './block-address.store.ts'

type Transaction = Prisma.TransactionClient

/** @returns false when the event was stored before */
const insert = async (tx: Transaction, attempt: Attempt) =>
  (await tx.loginAttempt.createMany({ data: attempt, skipDuplicates: true })).count > 0

export function createAttempts(db: Database): Attempts {
  return {
    recordSuccess: (attempt, alerts, rule) =>
      db.$transaction(async (tx) => {
        if (attempt.logged && !(await insert(tx, attempt))) return false
        const place = attempt.logged ? await newLocationAlerts(tx, attempt, rule) : []
        return (await insertAlerts(tx, [...alerts, ...place])) > 0
      }),
    recordFailure: (attempt, { alert, block }) =>
      db.$transaction(async (tx) => {
        // Every transaction locks the address before the account, so that no two deadlock.
        await fetchRowByPrisma(tx, LOCK, { key: attempt.ipAddress })
        if (!(await insert(tx, attempt))) return { blocked: false, alerted: false }
        const counted = await insertAlerts(tx, await failureAlerts(tx, attempt, alert))
        const blocked = block ? await blockAddress(tx, attempt, block) : { isNew: false, alerts: 0 }
        return { blocked: blocked.isNew, alerted: counted + blocked.alerts > 0 }
      }),
    ofUser: async (userId, { limit, before }) => {
      const rows = await db.loginAttempt.findMany({
        where: { userId, logged: true, ...(before === undefined ? {} : { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: limit,
      })
      return rows.map(({ timestamp, ...row }) => LoginAttempt.parse({ ...row, timestamp: timestamp.toISOString() }))
    },
  }
}

/** A place is new if the account's log-ins of the last weeks were all made elsewhere, and there are any whose place is known. */
async function newLocationAlerts(
  tx: Transaction,
  attempt: Attempt & { readonly userId: number },
  { since, unknown }: LocationRule,
): Promise<NewAlert[]> {
  const { userId, eventId, location, ipAddress, timestamp } = attempt
  if (location === unknown) return []
  const places = await tx.loginAttempt.findMany({
    where: { userId, success: true, logged: true, timestamp: { gt: since }, eventId: { not: eventId }, location: { not: unknown } },
    distinct: ['location'],
    select: { location: true },
  })
  if (!places.length || places.some((place) => place.location === location)) return []
  return [{ userId, eventId, alertType: 'new_location_login', params: { location }, ipAddress, timestamp }]
}

async function failureAlerts(tx: Transaction, attempt: Attempt, { after, since }: FailureAlertRule): Promise<NewAlert[]> {
  const { userId, eventId, timestamp } = attempt
  if (userId === null) return []
  await fetchRowByPrisma(tx, LOCK, { key: `account ${userId}` })
  const count = await tx.loginAttempt.count({ where: { userId, success: false, timestamp: { gt: since } } })
  if (count < after) return []
  const alertType = 'failed_login_attempts'
  if (await tx.securityAlert.findFirst({ where: { userId, alertType, timestamp: { gt: since } }, select: { id: true } })) return []
  return [{ userId, eventId, alertType, params: { count: String(count) }, ipAddress: null, timestamp }]
}
