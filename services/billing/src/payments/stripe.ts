/** Stripe as billing uses it: ids and facts of its objects, in minor units and UTC. Implemented in stripe.adapter.ts. */

import type { InvoiceStatus, SubscriptionStatus } from '#proto/entities.ts'

/** As Stripe's object says now. */
export type PaidSubscription = {
  readonly id: string
  readonly status: SubscriptionStatus
  /** Whether it is of the product that Premium is sold as. */
  readonly paysPremium: boolean
  readonly currentPeriodStart: Date
  readonly currentPeriodEnd: Date
  readonly cancelAtPeriodEnd: boolean
  readonly createdAt: Date
  /** Marked by `markSecond`. */
  readonly isSecond: boolean
}
/** An invoice that was to be paid, and what became of it. */
export type Payment = {
  /** Of the payment where there is one, else of the invoice. */
  readonly id: string
  readonly invoiceId: string
  /** Minor units: cents for USD. */
  readonly amount: number
  readonly currency: string
  /** Of the invoice. */
  readonly status: InvoiceStatus
  /** Minor units that went back. */
  readonly refunded: number
  /** Stripe's name of what paid, `card`; null before anything was charged. */
  readonly paymentMethod: string | null
  /** The last four digits of the card. */
  readonly last4: string | null
  readonly receiptUrl: string | null
  readonly createdAt: Date
  /** Stripe's page of the invoice. */
  readonly invoiceUrl: string | null
}
/** Everything of one customer that billing keeps, fetched at one time. */
export type CustomerState = {
  /** Whom it was made for; null for one that is not ours. */
  readonly userId: number | null
  readonly subscriptions: readonly PaidSubscription[]
  readonly payments: readonly Payment[]
  /** Second subscriptions that are over, and whose newest payment has not been given back. */
  readonly refundsDue: readonly string[]
}
export type Price = { readonly amount: number; readonly currency: string; readonly interval: string | null; readonly active: boolean }
export type Payer = { readonly userId: number; readonly email: string; readonly name: string }

/** Each call throws AppError unavailable where Stripe does not answer, or answers that it cannot now. */
export interface Stripe {
  /** @param key the same for every attempt: Stripe makes one customer */
  createCustomer(payer: Payer, key: string): Promise<string>
  changeEmail(customerId: string, email: string): Promise<void>
  /** @returns undefined where the customer is deleted at Stripe, or unknown there */
  customer(customerId: string): Promise<CustomerState | undefined>
  /** @returns the session, and the page where to pay; undefined where Stripe has no such customer any more */
  openCheckout(
    payer: Payer & { readonly customerId: string },
    key: string,
  ): Promise<{ readonly id: string; readonly url: string } | undefined>
  /** Nobody can pay in it any more; without effect where it is over. */
  expireCheckout(sessionId: string): Promise<void>
  /** @returns the page where to change the card and to cancel */
  openPortal(customerId: string): Promise<string>
  /** Without effect where it is over. */
  cancelAtPeriodEnd(subscriptionId: string, cancels: boolean): Promise<void>
  /** Ends it at once; without effect where it is over. */
  cancelNow(subscriptionId: string): Promise<void>
  /** Stripe itself keeps that its payment is owed; without effect where it is over. */
  markSecond(subscriptionId: string): Promise<void>
  /** Gives back what the newest payment of a subscription took; once, however often it is called. */
  refund(subscriptionId: string): Promise<void>
  price(): Promise<Price>
}
