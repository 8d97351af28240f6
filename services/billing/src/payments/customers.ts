/** Customers, as stored. */
import type { PlanChange, TierEvent } from '../plans/plans.ts'
import type { CustomerState, Payment } from './stripe.ts'

export type Customer = {
  readonly userId: number
  readonly stripeCustomerId: string
  readonly email: string
  readonly checkoutSessionId: string | null
}
export type EndingPlan = { readonly userId: number; readonly stripeSubscriptionId: string; readonly endsAt: Date }
export type Synced = {
  readonly userId: number
  readonly change: PlanChange
  /** Whether what is stored of subscriptions or payments has changed. */
  readonly isChanged: boolean
} & Pick<CustomerState, 'subscriptions' | 'refundsDue'>

/** A customer, and the stored part of their objects at Stripe. */
export interface Customers {
  of(userId: number): Promise<Customer | undefined>
  /** The first of two concurrent ones is kept. @throws AppError unauthenticated for a deleted account */
  create(customer: Omit<Customer, 'checkoutSessionId'> & { readonly createdAt: Date }): Promise<Customer>
  /** Of a customer that was deleted at Stripe; stored payments stay. */
  forget(stripeCustomerId: string): Promise<void>
  /** @param before the open session as read before @returns false where another request has opened one since */
  storeCheckout(userId: number, before: string | null, sessionId: string, at: Date): Promise<boolean>
  storeEmail(userId: number, email: string): Promise<void>
  hasPaid(userId: number): Promise<boolean>
  /** @returns the subscription that charges money; one that gives Premium first */
  activeSubscription(
    userId: number,
  ): Promise<{ readonly stripeSubscriptionId: string; readonly stripeCustomerId: string; readonly cancelAtPeriodEnd: boolean } | undefined>
  payments(userId: number): Promise<StoredPayment[]>
  payment(userId: number, invoiceId: string): Promise<StoredPayment | undefined>
  /**
   * Fetches and stores a customer's objects under one lock from fetch to commit, with the tier that results.
   * @param fetch undefined where Stripe has deleted the customer: all its subscriptions are over
   * @returns undefined for a customer of no account here
   */
  sync(
    customerId: string,
    fetch: () => Promise<CustomerState | undefined>,
    now: Date,
    eventFor: (userId: number) => TierEvent,
  ): Promise<Synced | undefined>
  /** @returns paid plans, of accounts without a grant, that end between two times, and about which fewer mails were written */
  ending(after: Date, before: Date, mails: number, limit: number): Promise<EndingPlan[]>
  /** @param mails already written about this end */
  storeEndMails(stripeSubscriptionId: string, mails: number): Promise<void>
  /** @returns customers whose objects were not fetched for a while; no other copy gets them until `again` */
  claimStale(times: Readonly<Record<'hourAgo' | 'dayAgo' | 'monthAgo' | 'again', Date>>, limit: number): Promise<string[]>
}

/** A payment with the number of its row in place of Stripe's id. */
export type StoredPayment = Omit<Payment, 'id'> & { readonly id: number }
