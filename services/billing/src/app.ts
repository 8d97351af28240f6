/** Wires billing's modules together: each handler gets the dependencies that it uses. */
import { handlers } from '#kit/handlers.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createTombstones, refuseDeleted } from '#kit/tombstones.ts'
import type { BillingConfig } from './config.ts'
import { createAuthClient } from './core/auth.client.ts'
import { createDoorbellClient } from './core/doorbell.client.ts'
import { createLivePublisher } from './core/live-updates.adapter.ts'
import { createPrisma } from './core/prisma.store.ts'
import { billingMetrics } from './metrics.ts'
import { onAuth } from './payments/auth.consumer.ts'
import { createCustomers } from './payments/customers.store.ts'
import { noPayments, payments } from './payments/payments.handlers.ts'
import { billingJobs, WORK_EVENTS } from './payments/payments.job.ts'
import { createPriceTag } from './payments/price.ts'
import { createStripe } from './payments/stripe.adapter.ts'
import type { Stripe } from './payments/stripe.ts'
import { createStripeEvents } from './payments/stripe-events.store.ts'
import { createTurns } from './payments/turns.ts'
import { plans } from './plans/plans.handlers.ts'
import { createPlans } from './plans/plans.store.ts'

const POOL = 4
/** Requests that ask Stripe, and events: who has paid does not wait for those who want to. */
const PAYING_POOL = 2
/** And one for the reconciliation. */
const EVENTS_POOL = WORK_EVENTS.length + 1

/** @returns undefined where this server takes no payments */
function openStripe({ BILLING, STRIPE_SECRET_KEY, STRIPE_PRICE_ID, STRIPE_API_URL, PUBLIC_URL }: BillingConfig): Stripe | undefined {
  if (BILLING !== 'stripe' || !STRIPE_SECRET_KEY || !STRIPE_PRICE_ID || !PUBLIC_URL) return undefined
  return createStripe({ secretKey: STRIPE_SECRET_KEY, apiUrl: STRIPE_API_URL, priceId: STRIPE_PRICE_ID, publicUrl: PUBLIC_URL })
}

export async function createBillingApp(context: ServiceContext<BillingConfig>): Promise<App<'billing'>> {
  const { config, clock, bus, log } = context
  const connect = (connections: number) => {
    const ownPool = openPool(context, connections)
    const client = createPrisma(ownPool)
    context.onClose(() => client.$disconnect())
    return { pool: ownPool, db: client }
  }
  const { pool, db } = connect(POOL)
  // Connections that wait for Stripe. Events are stored and plans are read beside them.
  const [paying, working] = [connect(PAYING_POOL), connect(EVENTS_POOL)]
  const deps = {
    clock,
    log,
    plans: createPlans(db, pool),
    outbox: await openOutbox(context, pool),
    auth: createAuthClient(bus),
    doorbell: createDoorbellClient(bus),
    live: createLivePublisher(bus),
    tombstones: createTombstones(pool),
    turns: createTurns(),
    customers: createCustomers(db, pool, paying.db),
  }
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await deps.plans.entitlement(0)
  const beforeOperation = refuseDeleted(deps.tombstones)
  const base = { beforeOperation, metrics: billingMetrics(deps) }
  const stripe = openStripe(config)
  if (!stripe)
    return { ...base, consumers: { auth: onAuth(undefined) }, handlers: handlers('billing', { ...plans(deps), ...noPayments(deps) }) }
  const charging = {
    ...deps,
    stripe,
    priceTag: createPriceTag(stripe, clock, log),
    events: createStripeEvents(db, pool),
    busy: new Set<string>(),
    workSoon: () => {
      for (const name of WORK_EVENTS) context.wake(name)
    },
  }
  return {
    ...base,
    consumers: { auth: onAuth(charging) },
    handlers: handlers('billing', { ...plans(deps), ...payments(charging) }),
    jobs: billingJobs({ ...charging, customers: createCustomers(db, pool, working.db) }),
  }
}
