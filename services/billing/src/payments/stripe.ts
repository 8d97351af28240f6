/** The part of Stripe that billing uses: ids and facts of its objects, in minor units and UTC. Implemented in stripe.adapter.ts. */

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
/** An invoice that was to be paid, and its result. */
export type Payment = {
  /** Of the payment where there is one, else of the invoice. */
  readonly id: string
  readonly invoiceId: string
  /** Minor units: cents for USD. */
  readonly amount: number
  readonly currency: string
  /** Of the invoice. */
  readonly status: InvoiceStatus
  /** Minor units that were refunded. */
  readonly refunded: number
  /** Stripe's name of the payment method, `card`; null before anything was charged. */
  readonly paymentMethod: string | null
  /** The last four digits of the card. */
  readonly last4: string | null
  readonly receiptUrl: string | null
  readonly createdAt: Date
  /** Stripe's page of the invoice. */
  readonly invoiceUrl: string | null
}
/** All objects of one customer that billing stores, fetched at one time. */
export type CustomerState = {
  /** The account that it was made for; null for a customer that is not ours. */
  readonly userId: number | null
  readonly subscriptions: readonly PaidSubscription[]
  readonly payments: readonly Payment[]
  /** Second subscriptions that are over, and whose newest payment was not refunded. */
  readonly refundsDue: readonly string[]
}
export type Price = { readonly amount: number; readonly currency: string; readonly interval: string | null; readonly active: boolean }
export type Payer = { readonly userId: number; readonly email: string; readonly name: string }

/** Each call throws AppError unavailable where Stripe does not answer, or answers with a temporary error. */
export interface Stripe {
  /** @param key the same for every attempt: Stripe makes one customer */
  createCustomer(payer: Payer, key: string): Promise<string>
  changeEmail(customerId: string, email: string): Promise<void>
  /** @returns undefined where the customer is deleted at Stripe, or unknown there */
  customer(customerId: string): Promise<CustomerState | undefined>
  /** @returns the session, and the address of its payment page; undefined where Stripe no longer has such a customer */
  openCheckout(
    payer: Payer & { readonly customerId: string },
    key: string,
  ): Promise<{ readonly id: string; readonly url: string } | undefined>
  /** No payment is possible in it any more; without effect where it is over. */
  expireCheckout(sessionId: string): Promise<void>
  /** @returns the address of the page on which card and subscription are changed */
  openPortal(customerId: string): Promise<string>
  /** Without effect where it is over. */
  cancelAtPeriodEnd(subscriptionId: string, cancels: boolean): Promise<void>
  /** Ends it immediately; without effect where it is over. */
  cancelNow(subscriptionId: string): Promise<void>
  /** Records at Stripe that its payment is to be refunded; without effect where it is over. */
  markSecond(subscriptionId: string): Promise<void>
  /** Refunds the newest payment of a subscription; once, however often it is called. */
  refund(subscriptionId: string): Promise<void>
  price(): Promise<Price>
}
