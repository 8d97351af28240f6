/** Which plan a resident is on (docs/product/decisions.md, 22). */
import type { Subscription, SubscriptionStatus, Tier } from '#proto/entities.ts'

/** Stripe's statuses that give Premium; every other one is free. The grace period is as long as Stripe keeps past_due. */
export const PREMIUM_STATUSES: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']

/** Statuses of a subscription that charges nothing any more. */
export const OVER_STATUSES: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
export const isOverStatus = (status: SubscriptionStatus): boolean => OVER_STATUSES.includes(status)

export const isPremiumStatus = (status: SubscriptionStatus): boolean => PREMIUM_STATUSES.includes(status)

export type PaidPlan = {
  readonly status: SubscriptionStatus
  /** Whether it is a subscription to the product that Premium is sold as. */
  readonly paysPremium: boolean
  readonly currentPeriodEnd: Date
  readonly cancelAtPeriodEnd: boolean
}

/** A portal may let customers switch to the operator's other products: those give no Premium here. */
export const isPremium = ({ status, paysPremium }: Pick<PaidPlan, 'status' | 'paysPremium'>): boolean =>
  paysPremium && isPremiumStatus(status)

export type Entitlement = {
  readonly granted: boolean
  /** The active subscription, else the newest one; undefined if there never was one. */
  readonly paid: PaidPlan | undefined
}

export const isPaid = ({ paid }: Entitlement) => paid !== undefined && isPremium(paid)

/** Premium while a grant is active or Stripe's status gives it. */
export const tierOf = (entitlement: Entitlement): Tier => (entitlement.granted || isPaid(entitlement) ? 'premium' : 'free')

/** The plan as its owner sees it; a payment takes precedence over a grant. */
export function toSubscription(
  entitlement: Entitlement,
  { billing, price, hasPaid }: Pick<Subscription, 'billing' | 'price' | 'hasPaid'>,
): Subscription {
  const paid = isPaid(entitlement)
  return {
    tier: tierOf(entitlement),
    source: paid ? 'stripe' : entitlement.granted ? 'grant' : 'none',
    status: entitlement.paid?.status ?? null,
    currentPeriodEnd: paid ? (entitlement.paid?.currentPeriodEnd.toISOString() ?? null) : null,
    cancelAtPeriodEnd: paid && (entitlement.paid?.cancelAtPeriodEnd ?? false),
    billing,
    price,
    hasPaid,
  }
}
