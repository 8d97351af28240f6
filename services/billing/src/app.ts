/** Wires billing's modules together: each handler gets the dependencies that it uses. */
import { handlers } from '#kit/handlers.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import type { App, ServiceContext } from '#kit/run-service.ts'
import { createTombstones, refuseDeleted } from '#kit/tombstones.ts'
import { createLivePublisher } from './adapters/live-publisher.ts'
import { createStripe } from './adapters/stripe.ts'
import { createAuthClient } from './clients/auth.ts'
import { createDoorbellClient } from './clients/doorbell.ts'
import type { BillingConfig } from './config.ts'
import { createPriceTag } from './domain/price.ts'
import type { Stripe } from './domain/stripe.ts'
import { onAuth } from './events/auth.ts'
import { noPayments, payments } from './handlers/payments.ts'
import { plans } from './handlers/plans.ts'
import { billingJobs, WORK_EVENTS } from './jobs/jobs.ts'
import { billingMetrics } from './metrics.ts'
import { createCustomers } from './store/customers.ts'
import { createStripeEvents } from './store/events.ts'
import { createPlans } from './store/plans.ts'
import { createPrisma } from './store/prisma.ts'

const POOL = 4
const PAYING_POOL = 3

/** @returns undefined where this server takes no payments */
function openStripe({ BILLING, STRIPE_SECRET_KEY, STRIPE_PRICE_ID, STRIPE_API_URL, PUBLIC_URL }: BillingConfig): Stripe | undefined {
  if (BILLING !== 'stripe' || !STRIPE_SECRET_KEY || !STRIPE_PRICE_ID || !PUBLIC_URL) return undefined
  return createStripe({ secretKey: STRIPE_SECRET_KEY, apiUrl: STRIPE_API_URL, priceId: STRIPE_PRICE_ID, publicUrl: PUBLIC_URL })
}

export async function createBillingApp(context: ServiceContext<BillingConfig>): Promise<App<'billing'>> {
  const { config, clock, bus, log } = context
  const pool = openPool(context, POOL)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  // A pool of its own: its connections wait for Stripe. Events are stored and plans are read beside it.
  const payingPool = openPool(context, PAYING_POOL)
  const payingDb = createPrisma(payingPool)
  context.onClose(() => payingDb.$disconnect())
  const deps = {
    clock,
    log,
    plans: createPlans(db, pool),
    outbox: await openOutbox(context, pool),
    auth: createAuthClient(bus),
    doorbell: createDoorbellClient(bus),
    live: createLivePublisher(bus),
    tombstones: createTombstones(pool),
    customers: createCustomers(db, pool, payingDb),
  }
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await deps.plans.entitlement(0)
  const beforeOperation = refuseDeleted(deps.tombstones)
  const base = { beforeOperation, metrics: billingMetrics(deps) }
  const stripe = openStripe(config)
  if (!stripe)
    return { ...base, consumers: { auth: onAuth(undefined) }, handlers: handlers('billing', { ...plans(deps), ...noPayments(deps) }) }
  const paying = {
    ...deps,
    stripe,
    priceTag: createPriceTag(stripe, clock, log),
    events: createStripeEvents(db, pool),
    workSoon: () => context.wake(WORK_EVENTS),
  }
  return {
    ...base,
    consumers: { auth: onAuth(paying) },
    handlers: handlers('billing', { ...plans(deps), ...payments(paying) }),
    jobs: billingJobs(paying),
  }
}
