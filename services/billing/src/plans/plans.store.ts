import type pg from 'pg'
import { fetchRow, fetchRowByPrisma } from '#kit/postgres.ts'
import { SubscriptionStatus, Tier } from '#proto/entities.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Database } from '../core/prisma.store.ts'
import { type Entitlement, isPremium, PREMIUM_STATUSES, tierOf } from '../core/tier.ts'
import { FIND_TIER, LOCK_PLAN } from './plans.sql.ts'
import type { PlanChange, Plans, TierEvent } from './plans.ts'

type Transaction = Prisma.TransactionClient

/** A status that this release does not have, stored by another release, is read as `unknown`. */
export const readStatus = (status: string): SubscriptionStatus => SubscriptionStatus.catch('unknown').parse(status)
const tierOfText = (tier: unknown): Tier => Tier.catch('free').parse(tier)

export async function entitlementOf(db: Transaction, userId: number): Promise<Entitlement> {
  const granted = (await db.grant.count({ where: { userId, revokedAt: null } })) > 0
  const stored = await db.subscription.findMany({ where: { userId }, orderBy: { createdAt: 'desc' } })
  const rows = stored.map((row) => ({ ...row, status: readStatus(row.status) }))
  const active = rows.find(isPremium)
  return { granted, paid: active ?? rows[0] }
}

/** Locks the user's plan row, creating it where there is none: two changes for one user run one after the other. */
export async function lockPlan(tx: Transaction, userId: number, now: Date): Promise<{ tier: Tier; version: number }> {
  await tx.plan.createMany({ data: { userId, tier: 'free', version: 0, updatedAt: now }, skipDuplicates: true })
  await fetchRowByPrisma(tx, LOCK_PLAN, { userId })
  const { tier, version } = await tx.plan.findUniqueOrThrow({ where: { userId } })
  return { tier: tierOfText(tier), version }
}

/** Writes the tier's next version and its event where it differs from the one last published. */
export async function updateTier(tx: Transaction, userId: number, published: { tier: Tier; version: number }, now: Date, event: TierEvent) {
  const tier = tierOf(await entitlementOf(tx, userId))
  if (tier === published.tier) return { tier, version: published.version, event: undefined }
  const version = published.version + 1
  const envelope = event(tier, version)
  await tx.plan.update({ where: { userId }, data: { tier, version, updatedAt: now } })
  await tx.outbox.create({ data: { id: envelope.id, name: envelope.name, at: envelope.at, data: envelope.data } })
  return { tier, version, event: envelope }
}

export function createPlans(db: Database, pool: pg.Pool): Plans {
  return {
    entitlement: (userId) => entitlementOf(db, userId),
    tier: async (userId) => {
      const row = await fetchRow(pool, FIND_TIER, { userId, premiumStatuses: PREMIUM_STATUSES })
      return { tier: tierOfText(row?.tier), version: row?.version ?? 0 }
    },
    premiumUsers: () => db.plan.count({ where: { tier: 'premium' satisfies Tier } }),
    grant: (userId, by, now, event) =>
      db.$transaction(async (tx): Promise<PlanChange> => {
        const published = await lockPlan(tx, userId, now)
        const living = await tx.grant.findFirst({ where: { userId, revokedAt: null } })
        const row = living ?? (await tx.grant.create({ data: { userId, grantedBy: by, grantedAt: now } }))
        return { ...(await updateTier(tx, userId, published, now, event)), grantedAt: row.grantedAt }
      }),
    endGrant: (userId, by, now, event) =>
      db.$transaction(async (tx): Promise<PlanChange> => {
        const published = await lockPlan(tx, userId, now)
        await tx.grant.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now, revokedBy: by } })
        return { ...(await updateTier(tx, userId, published, now, event)), grantedAt: null }
      }),
  }
}
