import { fetchRowByPrisma } from '#kit/postgres.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Attempts, BlockRule } from '../domain/ports.ts'
import { LOCK_ADDRESS } from './attempts.sql.ts'
import type { Database } from './prisma.ts'

type Transaction = Prisma.TransactionClient

export function createAttempts(db: Database): Attempts {
  return {
    record: async (attempt) => (await db.loginAttempt.createMany({ data: attempt, skipDuplicates: true })).count > 0,
    recordFailure: (attempt, rule) =>
      db.$transaction(async (tx) => {
        await fetchRowByPrisma(tx, LOCK_ADDRESS, { address: attempt.ipAddress })
        const { count } = await tx.loginAttempt.createMany({ data: attempt, skipDuplicates: true })
        return count > 0 && rule !== undefined && (await block(tx, attempt.ipAddress, rule))
      }),
  }
}

async function block(tx: Transaction, address: string, rule: BlockRule): Promise<boolean> {
  const existing = await tx.blockedIp.findUnique({ where: { ipAddress: address } })
  const isActive = existing && existing.liftedAt === null && (existing.expiresAt === null || existing.expiresAt > rule.now)
  if (isActive) return false
  // Failures that led to an earlier block do not count towards the next one.
  const before = [rule.since, existing?.blockedAt, existing?.liftedAt].filter((date): date is Date => date instanceof Date)
  const since = new Date(Math.max(...before.map((date) => date.getTime())))
  const failed = { ipAddress: address, success: false, deviceKnown: false, timestamp: { gt: since } }
  if ((await tx.loginAttempt.count({ where: failed })) < rule.after) return false
  const row = { reason: rule.reason, blockedAt: rule.now, expiresAt: rule.expiresAt, isAutomatic: true, liftedAt: null, liftedBy: null }
  await tx.blockedIp.upsert({ where: { ipAddress: address }, create: { ipAddress: address, ...row }, update: row })
  const owners = await tx.loginAttempt.findMany({
    where: { ...failed, userId: { not: null } },
    distinct: ['userId'],
    select: { userId: true },
  })
  await tx.securityAlert.createMany({
    data: owners.flatMap(({ userId }) =>
      userId === null ? [] : [{ userId, alertType: 'automatic_ip_block', message: rule.alert, ipAddress: address, timestamp: rule.now }],
    ),
  })
  const { id, name, at, data } = rule.event
  await tx.outbox.create({ data: { id, name, at, data } })
  return true
}
