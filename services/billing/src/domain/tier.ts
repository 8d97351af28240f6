/** Which plan a resident is on (decision 22). */
import type { Subscription, Tier } from '#proto/entities.ts'

/** Stripe's statuses that are worth premium; every other one is free. The grace period is as long as Stripe keeps past_due. */
export const PREMIUM_STATUSES = ['active', 'trialing', 'past_due'] as const

/** Of a subscription that takes nothing any more. */
export const OVER_STATUSES = ['canceled', 'incomplete_expired'] as const
export const isOverStatus = (status: string): boolean => OVER_STATUSES.some((known) => known === status)

export const isPremiumStatus = (status: string): boolean => PREMIUM_STATUSES.some((known) => known === status)

export type PaidPlan = { readonly status: string; readonly currentPeriodEnd: Date; readonly cancelAtPeriodEnd: boolean }
export type Entitlement = {
  readonly granted: boolean
  /** The active subscription, else the newest one, if there ever was one. */
  readonly paid: PaidPlan | undefined
}

export const isPaid = ({ paid }: Entitlement) => paid !== undefined && isPremiumStatus(paid.status)

/** Premium while a grant is active or Stripe says so. */
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
