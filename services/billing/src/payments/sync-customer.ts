/**
 * What is stored of a payer follows Stripe's objects (docs/product/decisions.md, 22): they are fetched and written under one lock per
 * customer, so that any order, repetition or loss of events leads to the same rows.
 */
import { AppError } from '#kit/app-error.ts'
import { deterministicUuid } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import { isPremium, isPremiumStatus } from '../core/tier.ts'
import { type GrantDeps, publishTier, tierEventFor } from '../plans/grants.ts'
import type { Coalesce } from './coalesce.ts'
import type { Customers } from './customers.ts'
import type { PaidSubscription, Stripe } from './stripe.ts'

export type SyncDeps = GrantDeps & {
  readonly customers: Customers
  readonly stripe: Stripe
  readonly log: Log
  readonly tombstones: Tombstones
  /** Of customers. */
  readonly coalesce: Coalesce
}

/**
 * Fetches a customer's objects and stores them. A second active subscription is cancelled, its owner gets a mail, and its payment is
 * refunded. Each step depends on Stripe's state after the one before: neither a crash between two of them nor the end of the first
 * subscription leaves one out.
 * @throws AppError unavailable
 */
export const syncCustomer = (deps: SyncDeps, customerId: string): Promise<void> =>
  deps.coalesce(customerId, () => fetchCustomer(deps, customerId))

async function fetchCustomer(deps: SyncDeps, customerId: string, isAgain = false): Promise<void> {
  const { customers, stripe, clock, log } = deps
  const synced = await customers.sync(
    customerId,
    () => stripe.customer(customerId),
    clock.now(),
    (userId) => tierEventFor(deps, userId),
  )
  if (!synced) return endLeftOver(deps, customerId)
  await publishTier(deps, synced.userId, synced.change)
  if (synced.isChanged) deps.live.paymentsChanged(synced.userId)
  for (const one of synced.subscriptions)
    if (isPremiumStatus(one.status) && !one.paysPremium)
      log.warn({ userId: synced.userId, subscriptionId: one.id }, 'subscription of another product, no premium')
  const second = secondOf(synced.subscriptions)
  // A subscription that still runs after it was cancelled is checked again later, at the interval for everything pending at Stripe.
  if (second.length && isAgain) throw new AppError('unavailable')
  for (const { id } of second) {
    log.warn({ userId: synced.userId }, 'second subscription cancelled')
    await stripe.markSecond(id)
    await stripe.cancelNow(id)
  }
  if (second.length) return fetchCustomer(deps, customerId, true)
  for (const id of synced.refundsDue) {
    log.warn({ userId: synced.userId }, 'second payment refunded')
    await deps.auth.mailPlan({ key: deterministicUuid(`second ${id}`), userId: synced.userId, about: 'second_subscription' })
    await stripe.refund(id)
  }
}

/** Cancels and refunds the subscriptions of a deleted account: it may have paid while it was being deleted. */
async function endLeftOver({ stripe, tombstones, log }: SyncDeps, customerId: string): Promise<void> {
  const state = await stripe.customer(customerId)
  if (!state?.userId || !(await tombstones.has(state.userId))) return
  for (const id of state.refundsDue) await stripe.refund(id)
  for (const { id, status } of state.subscriptions) {
    if (!isPremiumStatus(status)) continue
    log.warn({ userId: state.userId }, 'subscription of a deleted account cancelled and refunded')
    await stripe.refund(id)
    await stripe.cancelNow(id)
  }
}

/** All active subscriptions of Premium but the oldest, and those that are marked already. */
function secondOf(subscriptions: readonly PaidSubscription[]): readonly PaidSubscription[] {
  const living = subscriptions.filter(isPremium)
  const byAge = living.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id))
  return byAge.filter(({ isSecond }, index) => isSecond || index > 0)
}
