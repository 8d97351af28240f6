import type { Prisma } from '../../generated/client.ts'
import { insertAlerts } from '../alerts/alerts.store.ts'
import type { Attempt, BlockRule } from './attempts.ts'

type Transaction = Prisma.TransactionClient

/**
 * Blocks the address of a failure that reaches the limit, with the event and the alerts of the owners whose accounts it tried.
 * @returns whether there is a new block, and how many alerts it raised
 */
export async function blockAddress(tx: Transaction, attempt: Attempt, rule: BlockRule): Promise<{ isNew: boolean; alerts: number }> {
  const { ipAddress, eventId, userId } = attempt
  const existing = await tx.blockedIp.findUnique({ where: { ipAddress } })
  const isActive = existing && existing.liftedAt === null && (existing.expiresAt === null || existing.expiresAt > rule.now)
  if (isActive) {
    // An attempt that was in progress: its owner sees the block as well.
    if (userId !== null) await tx.blockedIpAccount.createMany({ data: { blockId: existing.id, userId }, skipDuplicates: true })
    return { isNew: false, alerts: 0 }
  }
  // Failures that led to an earlier block do not count towards the next one.
  const before = [rule.since, existing?.blockedAt, existing?.liftedAt].filter((date): date is Date => date instanceof Date)
  const since = new Date(Math.max(...before.map((date) => date.getTime())))
  const failed = { ipAddress, success: false, deviceKnown: false, timestamp: { gt: since } }
  if ((await tx.loginAttempt.count({ where: failed })) < rule.after) return { isNew: false, alerts: 0 }
  const row = { reason: rule.reason, blockedAt: rule.now, expiresAt: rule.expiresAt, isAutomatic: true, liftedAt: null, liftedBy: null }
  const { id: blockId } = await tx.blockedIp.upsert({ where: { ipAddress }, create: { ipAddress, ...row }, update: row })
  const tried = await tx.loginAttempt.findMany({
    where: { ...failed, userId: { not: null } },
    distinct: ['userId'],
    select: { userId: true },
  })
  const owners = tried.flatMap((owner) => owner.userId ?? [])
  // A lifting of an earlier block of this address does not apply to this one.
  await tx.blockedIpAccount.deleteMany({ where: { blockId } })
  await tx.blockedIpAccount.createMany({ data: owners.map((owner) => ({ blockId, userId: owner })) })
  const { id, name, at, data } = rule.event
  await tx.outbox.create({ data: { id, name, at, data } })
  const alert = { eventId, alertType: 'automatic_ip_block', params: {}, ipAddress, timestamp: rule.now } as const
  return {
    isNew: true,
    alerts: await insertAlerts(
      tx,
      owners.map((owner) => ({ userId: owner, ...alert })),
    ),
  }
}
