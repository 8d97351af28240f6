import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { fetchRowByPrisma, fetchRows } from '#kit/postgres.ts'
import { InvoiceStatus, type SubscriptionStatus } from '#proto/entities.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Database } from '../core/prisma.store.ts'
import { isPremium, isPremiumStatus, OVER_STATUSES, PREMIUM_STATUSES } from '../core/tier.ts'
import { lockPlan, readStatus, updateTier } from '../plans/plans.store.ts'
import { CLAIM_STALE, FIND_ENDING, LOCK_CUSTOMER } from './customers.sql.ts'
import type { Customers, StoredPayment, Synced } from './customers.ts'
import type { CustomerState } from './stripe.ts'

type Transaction = Prisma.TransactionClient

/** A transaction holds its lock during requests to Stripe, which may take three tries of ten seconds. */
const WHILE_ASKED = { timeout: 60_000, maxWait: 30_000 } as const

/** @param paying a pool of its own: its connections wait for Stripe, and other queries do not wait for them */
export function createCustomers(db: Database, pool: pg.Pool, paying: Database): Customers {
  return {
    of: async (userId) => (await db.customer.findUnique({ where: { userId } })) ?? undefined,
    create: (customer) =>
      db.$transaction(async (tx) => {
        const where = { userId: customer.userId }
        await tx.customer.createMany({ data: customer, skipDuplicates: true })
        if (await tx.tombstone.count({ where })) throw new AppError('unauthenticated')
        return tx.customer.findUniqueOrThrow({ where })
      }),
    forget: async (stripeCustomerId) => void (await db.customer.deleteMany({ where: { stripeCustomerId } })),
    storeCheckout: async (userId, before, checkoutSessionId, checkoutAt) =>
      (await db.customer.updateMany({ where: { userId, checkoutSessionId: before }, data: { checkoutSessionId, checkoutAt } })).count > 0,
    storeEmail: async (userId, email) => void (await db.customer.updateMany({ where: { userId }, data: { email } })),
    hasPaid: async (userId) => (await db.payment.count({ where: { userId, status: 'paid' satisfies InvoiceStatus } })) > 0,
    activeSubscription: async (userId) => {
      const rows = await db.subscription.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
      const living = rows.map((row) => ({ ...row, status: readStatus(row.status) })).filter(({ status }) => isPremiumStatus(status))
      const row = living.find(isPremium) ?? living[0]
      const customer = row && (await db.customer.findUnique({ where: { userId } }))
      if (!row || !customer) return undefined
      const { stripeSubscriptionId, cancelAtPeriodEnd } = row
      return { stripeSubscriptionId, cancelAtPeriodEnd, stripeCustomerId: customer.stripeCustomerId }
    },
    payment: async (userId, invoiceId) => {
      const row = await db.payment.findFirst({ where: { userId, invoiceId } })
      return row ? readPayment(row) : undefined
    },
    payments: async (userId) => {
      const rows = await db.payment.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
      return rows.map(readPayment)
    },
    sync: (stripeCustomerId, fetch, now, eventFor) =>
      paying.$transaction(async (tx): Promise<Synced | undefined> => {
        await fetchRowByPrisma(tx, LOCK_CUSTOMER, { stripeCustomerId })
        const customer = await tx.customer.findUnique({ where: { stripeCustomerId } })
        if (!customer) return undefined
        const { userId } = customer
        const state = await fetch()
        // Its row is locked first, as the deletion does: either nothing is written for a deleted account, or it is deleted too.
        const { count } = await tx.customer.updateMany({ where: { userId }, data: { syncedAt: now } })
        if (count === 0) return undefined
        const published = await lockPlan(tx, userId, now)
        const isChanged = await storeState(tx, userId, state, now)
        const change = { ...(await updateTier(tx, userId, published, now, eventFor(userId))), grantedAt: null }
        return { userId, change, isChanged, subscriptions: state?.subscriptions ?? [], refundsDue: state?.refundsDue ?? [] }
      }, WHILE_ASKED),
    ending: (after, before, mails, limit) =>
      fetchRows(pool, FIND_ENDING, { after, before, mails, limit, premiumStatuses: PREMIUM_STATUSES }),
    storeEndMails: async (stripeSubscriptionId, endMails) =>
      void (await db.subscription.updateMany({ where: { stripeSubscriptionId }, data: { endMails } })),
    claimStale: async ({ hourAgo, dayAgo, monthAgo, again }, limit) => {
      const rows = await fetchRows(pool, CLAIM_STALE, { hourAgo, dayAgo, monthAgo, again, over: OVER_STATUSES, limit })
      return rows.map(({ stripeCustomerId }) => stripeCustomerId)
    },
  }
}

/**
 * Writes a customer's state at Stripe, where it differs from the stored one.
 * @param state undefined: Stripe has deleted the customer, and with it every subscription
 * @returns whether anything has changed
 */
async function storeState(tx: Transaction, userId: number, state: CustomerState | undefined, now: Date): Promise<boolean> {
  const { subscriptions = [], payments = [] } = state ?? {}
  const plans = new Map((await tx.subscription.findMany({ where: { userId } })).map((row) => [row.stripeSubscriptionId, row]))
  const paid = new Map((await tx.payment.findMany({ where: { userId } })).map((row) => [row.invoiceId, row]))
  let changes = 0
  for (const { id, isSecond: _, ...fields } of subscriptions) {
    // An end that was taken back and planned again is mailed again.
    const data = { ...fields, userId, ...(fields.cancelAtPeriodEnd ? {} : { endMails: 0 }) }
    if (says(plans.get(id), data)) continue
    const written = { ...data, updatedAt: now }
    await tx.subscription.upsert({ where: { stripeSubscriptionId: id }, update: written, create: { ...written, stripeSubscriptionId: id } })
    changes += 1
  }
  const over: SubscriptionStatus = 'canceled'
  const gone = { userId, stripeSubscriptionId: { notIn: subscriptions.map(({ id }) => id) }, status: { not: over } }
  changes += (await tx.subscription.updateMany({ where: gone, data: { status: over, updatedAt: now } })).count
  for (const { id, invoiceId, ...fields } of payments) {
    const data = { ...fields, userId, stripePaymentId: id }
    if (says(paid.get(invoiceId), data)) continue
    await tx.payment.upsert({ where: { invoiceId }, update: data, create: { ...data, invoiceId } })
    changes += 1
  }
  return changes > 0
}

const readPayment = <T extends { readonly status: string }>(row: T): Omit<T, 'status'> & Pick<StoredPayment, 'status'> => ({
  ...row,
  status: InvoiceStatus.catch('unknown').parse(row.status),
})

const says = (row: Readonly<Record<string, unknown>> | undefined, data: Readonly<Record<string, unknown>>): boolean =>
  row !== undefined && Object.entries(data).every(([name, value]) => isDeepStrictEqual(row[name], value))
