import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { openDatabase } from '../core/prisma.store.ts'
import type { GrantDeps } from '../plans/grants.ts'
import { onAuth } from './auth.consumer.ts'
import { createCoalesce } from './coalesce.ts'
import { createCustomers } from './customers.store.ts'
import { noPayments, paymentHandlers } from './payments.handlers.ts'
import { paymentJobs, WORK_EVENTS } from './payments.job.ts'
import { createPriceTag } from './price.ts'
import { createStripe, type StripeOptions } from './stripe.adapter.ts'
import { createStripeEvents } from './stripe-events.store.ts'

/** Connections for requests that call Stripe. Events have their own pool, so that paid plans do not wait for new checkouts. */
const PAYING_POOL = 2
/** One more for the reconciliation. */
const EVENTS_POOL = WORK_EVENTS.length + 1

/** What residents pay, and its effects. @param options undefined where this server takes no payments */
export function payments(
  context: ServiceContext<{ readonly DATABASE_URL: string }>,
  { db, pool, tombstones }: Core,
  granting: GrantDeps,
  options: StripeOptions | undefined,
) {
  const { clock, log } = context
  // Connections that wait for Stripe. Storing events and reading plans uses other connections.
  const customersBy = (connections: number) => createCustomers(db, pool, openDatabase(context, connections).db)
  const stored = { ...granting, customers: customersBy(PAYING_POOL) }
  if (!options) return { handlers: noPayments(stored), consumers: { auth: onAuth(undefined) } }
  const stripe = createStripe(options)
  const deps = {
    ...stored,
    ...{ stripe, tombstones, coalesce: createCoalesce() },
    priceTag: createPriceTag(stripe, clock, log),
    events: createStripeEvents(db, pool),
    busy: new Set<string>(),
    workSoon: () => {
      for (const name of WORK_EVENTS) context.wake(name)
    },
  }
  return {
    handlers: paymentHandlers(deps),
    consumers: { auth: onAuth(deps) },
    jobs: paymentJobs({ ...deps, customers: customersBy(EVENTS_POOL) }),
  }
}
