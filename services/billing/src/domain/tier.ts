/** Which plan somebody is on (decision 22). */
import type { Subscription, Tier } from '#proto/entities.ts'

/** Stripe's words for a subscription that is worth premium; every other status is free. Grace is as long as Stripe keeps past_due. */
export const PREMIUM_STATUSES = ['active', 'trialing', 'past_due'] as const

export type PaidPlan = { readonly status: string; readonly currentPeriodEnd: Date; readonly cancelAtPeriodEnd: boolean }
export type Standing = {
  readonly granted: boolean
  /** The newest subscription, where there ever was one. */
  readonly paid: PaidPlan | undefined
}

export const isPaid = (standing: Standing) => PREMIUM_STATUSES.some((status) => status === standing.paid?.status)

/** Premium while a grant lives or Stripe says so. */
export const tierOf = (standing: Standing): Tier => (standing.granted || isPaid(standing) ? 'premium' : 'free')

/** The plan as its owner sees it; what is paid says more than what is given. */
export function toSubscription(standing: Standing, billing: Subscription['billing']): Subscription {
  const paid = isPaid(standing)
  return {
    tier: tierOf(standing),
    source: paid ? 'stripe' : standing.granted ? 'grant' : 'none',
    status: standing.paid?.status ?? null,
    currentPeriodEnd: paid ? (standing.paid?.currentPeriodEnd.toISOString() ?? null) : null,
    cancelAtPeriodEnd: paid && (standing.paid?.cancelAtPeriodEnd ?? false),
    billing,
  }
}
