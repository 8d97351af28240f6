/** What residents pay. Where this server takes no payments, every operation that would need Stripe throws an error that says so. */
import { AppError } from '#kit/app-error.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import type { Payment, Subscription } from '#proto/entities.ts'
import { toMainUnit } from '../core/money.ts'
import { toSubscription } from '../core/tier.ts'
import { endOwnGrant, type GrantDeps } from '../plans/grants.ts'
import { cancelForDeletion, chooseFree, createCheckout, openPortal, resume } from './checkout.ts'
import type { StoredPayment } from './customers.ts'
import type { PriceTag } from './price.ts'
import { type EventDeps, receiveEvent } from './stripe-events.ts'

type Asked = 'create_checkout_session' | 'create_portal_session' | 'resume' | 'choose_free' | 'cancel_for_deletion' | 'stripe_event'
type PaymentHandlers = SomeHandlersOf<'billing', Asked | 'payments' | 'invoice' | 'subscription'>

const toPayment = ({ invoiceUrl: _, receiptUrl: __, createdAt, amount, refunded, ...payment }: StoredPayment): Payment => ({
  ...payment,
  amount: toMainUnit(amount, payment.currency),
  refunded: toMainUnit(refunded, payment.currency),
  createdAt: createdAt.toISOString(),
})

type StoredDeps = GrantDeps & Pick<EventDeps, 'customers'>
type PaymentDeps = EventDeps & { readonly priceTag: PriceTag }

async function subscriptionOf(deps: StoredDeps, userId: number, server: Pick<Subscription, 'billing' | 'price'>): Promise<Subscription> {
  const entitlement = await deps.plans.entitlement(userId)
  // Read second: both are committed together, so an account that is premium by a payment has its payment here.
  return toSubscription(entitlement, { ...server, hasPaid: await deps.customers.hasPaid(userId) })
}

/** What is read from billing's own rows, also after payments were turned off. */
const stored = (deps: StoredDeps, billing: 'stripe' | 'off', price: () => Subscription['price']) =>
  ({
    subscription: ({ caller }) => subscriptionOf(deps, residentOf(caller).userId, { billing, price: price() }),
    payments: async ({ caller }) => {
      const { userId } = residentOf(caller)
      const payments = await deps.customers.payments(userId)
      if (payments.length === 0 && (await deps.plans.tier(userId)).tier === 'free')
        throw new AppError('subscription_required', { params: { variant: 'payments' } })
      return payments.map(toPayment)
    },
    invoice: async ({ input, caller }) => {
      const payment = await deps.customers.payment(residentOf(caller).userId, input.invoiceId)
      if (!payment?.invoiceUrl) throw new AppError('not_found')
      return { url: payment.invoiceUrl }
    },
  }) satisfies Partial<PaymentHandlers>

export const paymentHandlers = (deps: PaymentDeps): PaymentHandlers => ({
  ...stored(deps, 'stripe', deps.priceTag.now),
  create_checkout_session: ({ caller }) => createCheckout(deps, residentOf(caller).userId),
  create_portal_session: ({ caller }) => openPortal(deps, residentOf(caller).userId),
  resume: async ({ caller }) => {
    const { userId } = residentOf(caller)
    await resume(deps, userId)
    return subscriptionOf(deps, userId, { billing: 'stripe', price: deps.priceTag.now() })
  },
  choose_free: ({ caller }) => chooseFree(deps, residentOf(caller).userId),
  cancel_for_deletion: async ({ input }) => ({ cancelled: await cancelForDeletion(deps, input) }),
  stripe_event: async ({ input }) => {
    await receiveEvent(deps, input)
    return {}
  },
})

/** Premium comes by grant alone; either nothing was ever paid here, or Stripe can no longer be called. */
export const noPayments = (deps: StoredDeps): PaymentHandlers => {
  const off = async (): Promise<never> => {
    throw new AppError('billing_off')
  }
  return {
    ...stored(deps, 'off', () => null),
    create_checkout_session: off,
    create_portal_session: off,
    resume: off,
    stripe_event: off,
    choose_free: async ({ caller }) => endOwnGrant(deps, await deps.auth.user(residentOf(caller).userId)),
    // Where a subscription is still active, the deletion waits until this server can cancel it.
    cancel_for_deletion: async ({ input }) => ({ cancelled: (await deps.customers.activeSubscription(input.userId)) === undefined }),
  }
}
