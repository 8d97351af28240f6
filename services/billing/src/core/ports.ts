/** What billing's domain needs; implemented in store/, clients/ and adapters/, joined in app.ts. */
import type { InvoiceStatus, Tier, TierChange, User } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { ExportedPage, ExportPage } from '#proto/export.ts'
import type { Input } from '#proto/operations/index.ts'
import type { CustomerState } from '../payments/stripe.ts'
import type { Entitlement } from './tier.ts'

/** What granting or ending a grant did. `event` is there only where the tier changed. */
export type PlanChange = {
  readonly tier: Tier
  readonly version: number
  readonly grantedAt: Date | null
  readonly event: EventEnvelope<'billing.subscription_changed'> | undefined
}
/** Builds the event for a new tier and version. */
export type TierEvent = (tier: Tier, version: number) => EventEnvelope<'billing.subscription_changed'>

export interface Plans {
  entitlement(userId: number): Promise<Entitlement>
  /** One statement: it runs for every claim. */
  tier(userId: number): Promise<{ tier: Tier; version: number }>
  premiumUsers(): Promise<number>
  /** Grants, or finds the active grant; writes the new tier and its event in the same transaction. */
  grant(userId: number, by: string, now: Date, event: TierEvent): Promise<PlanChange>
  /** Nothing is left of this person here but the tombstone; of no use to who pays. */
  deleteUser(userId: number): Promise<void>
  /** A page of one kind of rows. @returns undefined for an unknown kind */
  exported(page: ExportPage): Promise<ExportedPage | undefined>
  /** Ends the active grant; without one nothing changes. */
  endGrant(userId: number, by: string, now: Date, event: TierEvent): Promise<PlanChange>
}

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
} & Pick<CustomerState, 'subscriptions' | 'owed'>

/** Who pays, and what is stored of their objects at Stripe. */
export interface Customers {
  of(userId: number): Promise<Customer | undefined>
  /** The first of two at once is kept. @throws AppError unauthenticated for a deleted account */
  create(customer: Omit<Customer, 'checkoutSessionId'> & { readonly createdAt: Date }): Promise<Customer>
  /** Of one that is deleted at Stripe; what was paid stays. */
  forget(stripeCustomerId: string): Promise<void>
  /** @param before the open session that was read @returns false where another request has opened one since */
  keepCheckout(userId: number, before: string | null, sessionId: string, at: Date): Promise<boolean>
  keepEmail(userId: number, email: string): Promise<void>
  hasPaid(userId: number): Promise<boolean>
  /** @returns the subscription that takes money; the one that is worth Premium first */
  living(
    userId: number,
  ): Promise<{ readonly stripeSubscriptionId: string; readonly stripeCustomerId: string; readonly cancelAtPeriodEnd: boolean } | undefined>
  payments(userId: number): Promise<StoredPayment[]>
  payment(userId: number, invoiceId: string): Promise<StoredPayment | undefined>
  /**
   * Fetches and stores a customer's objects under one lock from fetch to commit, with the tier that follows.
   * @param fetch undefined where Stripe has deleted the customer: nothing lives any more
   * @returns undefined for a customer that is nobody's here
   */
  sync(
    customerId: string,
    fetch: () => Promise<CustomerState | undefined>,
    now: Date,
    eventFor: (userId: number) => TierEvent,
  ): Promise<Synced | undefined>
  /** @returns paid plans of nobody with a grant that end between two times, and of whose end fewer mails were written */
  ending(after: Date, before: Date, mails: number, limit: number): Promise<EndingPlan[]>
  /** @param mails written of this end */
  keepEndMails(stripeSubscriptionId: string, mails: number): Promise<void>
  /** @returns customers whose objects were not fetched for a while; no other copy gets them until `again` */
  takeStale(times: Readonly<Record<'hourAgo' | 'dayAgo' | 'monthAgo' | 'again', Date>>, limit: number): Promise<string[]>
}

export type StoredPayment = {
  readonly id: number
  readonly amount: number
  readonly currency: string
  readonly status: InvoiceStatus
  readonly refunded: number
  readonly paymentMethod: string | null
  readonly last4: string | null
  readonly receiptUrl: string | null
  readonly invoiceId: string
  readonly invoiceUrl: string | null
  readonly createdAt: Date
}

export type NewStripeEvent = { readonly id: string; readonly type: string; readonly customerId: string; readonly receivedAt: Date }
export interface StripeEvents {
  store(event: NewStripeEvent): Promise<void>
  /** @returns customers with events that are due, those that waited longest first */
  waiting(now: Date, limit: number): Promise<string[]>
  /** @returns the ids of a customer's events that are not worked through */
  waitingOf(customerId: string): Promise<string[]>
  done(ids: readonly string[], now: Date): Promise<void>
  /** Of what was worked through before. */
  deleteDone(before: Date): Promise<void>
  /** @param next when to try again after so many attempts */
  retry(customerId: string, next: (attempts: number) => Date): Promise<void>
}

export interface AuthClient {
  /** @throws AppError not_found, unavailable */
  user(userId: number): Promise<User>
  /** Writes a mail about the plan, once per key. */
  mailPlan(mail: Input<'auth.mail_plan'>): Promise<void>
  /** Updates auth's copy of the tier. */
  keepTier(change: TierChange): Promise<void>
}

export interface DoorbellClient {
  /** Updates doorbell's copy of the tier. */
  keepTier(change: TierChange): Promise<void>
}

/** Frames to open pages; nobody is waited for. */
export interface LiveUpdates {
  tierChanged(userId: number, tier: Tier): void
  /** What is paid has changed: its end, a payment, a card that was refused. */
  paymentsChanged(userId: number): void
}
