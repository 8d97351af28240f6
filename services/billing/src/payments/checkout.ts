/** What a resident does about paying: check out, open the portal, downgrade, resume. The tier changes afterwards, by Stripe's events. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/app-error.ts'
import { deterministicUuid } from '#kit/ids.ts'
import type { User } from '#proto/entities.ts'
import type { Input } from '#proto/operations/index.ts'
import { isOverStatus, isPaid } from '../core/tier.ts'
import { endOwnGrant } from '../plans/grants.ts'
import type { Customer } from './customers.ts'
import type { Payer } from './stripe.ts'
import { type SyncDeps, syncCustomer } from './sync-customer.ts'

const payerOf = ({ id, email, firstName, lastName }: User): Payer => ({ userId: id, email, name: `${firstName} ${lastName}`.trim() })

/** The tabs of one payer that may open a checkout concurrently before one of them is refused. */
const TRIES = 3

/**
 * Opens Stripe's payment page, and closes one that is still open: two tabs cannot pay twice.
 * @throws AppError already_paying (also with a grant of Premium), unavailable, unauthenticated where the account is deleted
 * meanwhile
 */
export async function createCheckout(deps: SyncDeps, userId: number): Promise<{ url: string }> {
  const { customers, stripe } = deps
  const payer = payerOf(await deps.auth.user(userId))
  let previousCustomerId = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await customers.of(userId)
    // The webhook of a payment may be on its way.
    if (known) await syncCustomer(deps, known.stripeCustomerId)
    const customer = known ?? (await createCustomer(deps, payer, previousCustomerId))
    const entitlement = await deps.plans.entitlement(userId)
    if (isPaid(entitlement)) throw new AppError('already_paying')
    if (entitlement.granted) throw new AppError('already_paying', { params: { variant: 'granted' } })
    if (customer.checkoutSessionId) await stripe.expireCheckout(customer.checkoutSessionId)
    const session = await stripe.openCheckout({ ...payer, customerId: customer.stripeCustomerId }, randomUUID())
    if (!session) {
      // The customer was deleted at Stripe.
      previousCustomerId = customer.stripeCustomerId
      await customers.forget(previousCustomerId)
      continue
    }
    const isStored = await customers.storeCheckout(userId, customer.checkoutSessionId, session.id, deps.clock.now())
    // The deletion writes its tombstone before it reads the open checkout: one of the two finds the other.
    const isDeleted = await deps.tombstones.has(userId)
    if (isStored && !isDeleted) return { url: session.url }
    await stripe.expireCheckout(session.id)
    if (isDeleted) {
      await customers.forget(customer.stripeCustomerId)
      throw new AppError('unauthenticated')
    }
  }
  throw new AppError('unavailable')
}

/**
 * @param previousCustomerId of the account's customer that was deleted at Stripe; '' for the first one
 * @throws AppError unauthenticated, as createCheckout
 */
async function createCustomer({ customers, stripe, clock }: SyncDeps, payer: Payer, previousCustomerId: string): Promise<Customer> {
  // The same key after a crash in between: Stripe returns the same customer for a day.
  const stripeCustomerId = await stripe.createCustomer(payer, deterministicUuid(`customer ${JSON.stringify([payer, previousCustomerId])}`))
  return customers.create({ userId: payer.userId, stripeCustomerId, email: payer.email, createdAt: clock.now() })
}

/** Changes the customer's address at Stripe to the one that the account has now. Idempotent. @throws AppError unavailable */
export async function changePayerEmail({ customers, auth, stripe }: SyncDeps, userId: number): Promise<void> {
  const customer = await customers.of(userId)
  if (!customer) return
  const { email } = await auth.user(userId)
  if (email === customer.email) return
  await stripe.changeEmail(customer.stripeCustomerId, email)
  await customers.storeEmail(userId, email)
}

/** For accounts that have paid once. @throws AppError not_found, unavailable */
export async function openPortal(deps: SyncDeps, userId: number): Promise<{ url: string }> {
  const customer = await deps.customers.of(userId)
  if (!customer || !(await deps.customers.hasPaid(userId))) throw new AppError('not_found')
  return { url: await deps.stripe.openPortal(customer.stripeCustomerId) }
}

/**
 * The resident takes the free plan: a paid one continues to the end of its period; without one, a grant ends
 * (docs/product/decisions.md, 22).
 * @returns the user as changed
 */
export async function chooseFree(deps: SyncDeps, userId: number): Promise<User> {
  const user = await deps.auth.user(userId)
  const paid = await deps.customers.activeSubscription(userId)
  if (paid && (await setEnd(deps, userId, paid, true))) return { ...user, subscriptionTier: (await deps.plans.tier(userId)).tier }
  return endOwnGrant(deps, user)
}

/** Takes a downgrade back before its date. @throws AppError not_ending, unavailable */
export async function resume(deps: SyncDeps, userId: number): Promise<void> {
  const paid = await deps.customers.activeSubscription(userId)
  if (!paid?.cancelAtPeriodEnd || !(await setEnd(deps, userId, paid, false))) throw new AppError('not_ending')
}

/** Stripe's times have whole seconds. */
const inSeconds = (time: string) => new Date(Math.floor(Date.parse(time) / 1_000) * 1_000)

type Living = { readonly stripeSubscriptionId: string; readonly stripeCustomerId: string }

/** @returns false where there is no paid plan any more: it has ended at Stripe in the meantime */
async function setEnd(
  deps: SyncDeps,
  userId: number,
  { stripeSubscriptionId, stripeCustomerId }: Living,
  cancels: boolean,
): Promise<boolean> {
  await deps.stripe.cancelAtPeriodEnd(stripeSubscriptionId, cancels)
  await syncCustomer(deps, stripeCustomerId)
  return (await deps.customers.activeSubscription(userId)) !== undefined
}

/**
 * Ends what the account pays for, before it is deleted (docs/product/decisions.md, 28). A purchase made after the
 * deletion was requested, as on a page of Stripe that was still open, is refunded. Idempotent.
 * @returns false while Stripe does not confirm
 */
export async function cancelForDeletion(deps: SyncDeps, { userId, askedAt }: Input<'billing.cancel_for_deletion'>): Promise<boolean> {
  await deps.tombstones.put(userId)
  const customer = await deps.customers.of(userId)
  if (!customer) return true
  const { stripe } = deps
  try {
    if (customer.checkoutSessionId) await stripe.expireCheckout(customer.checkoutSessionId)
    const state = await stripe.customer(customer.stripeCustomerId)
    for (const { id, status, createdAt } of state?.subscriptions ?? []) {
      if (isOverStatus(status)) continue
      if (askedAt !== undefined && createdAt >= inSeconds(askedAt)) await stripe.refund(id)
      await stripe.cancelNow(id)
    }
    await syncCustomer(deps, customer.stripeCustomerId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return false
    throw error
  }
}
