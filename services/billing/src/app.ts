/** Wires billing's modules together: each handler gets the dependencies that it uses. */
import { openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import type { App, ServiceContext } from '#kit/run-service.ts'
import { createTombstones, refuseDeleted } from '#kit/tombstones.ts'
import { createLivePublisher } from './adapters/live-publisher.ts'
import { createAuthClient } from './clients/auth.ts'
import { createDoorbellClient } from './clients/doorbell.ts'
import type { BillingConfig } from './config.ts'
import type { GrantDeps } from './domain/grants.ts'
import { plans } from './handlers/plans.ts'
import { billingMetrics } from './metrics.ts'
import { createPlans } from './store/plans.ts'
import { createPrisma } from './store/prisma.ts'

const POOL = 4

export async function createBillingApp(context: ServiceContext<BillingConfig>): Promise<App<'billing'>> {
  const { config, clock, bus, log } = context
  const pool = openPool(context, POOL)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  const deps: GrantDeps = {
    clock,
    log,
    plans: createPlans(db, pool),
    outbox: await openOutbox(context, pool),
    auth: createAuthClient(bus),
    doorbell: createDoorbellClient(bus),
    live: createLivePublisher(bus),
  }
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await deps.plans.entitlement(0)
  const beforeOperation = refuseDeleted(createTombstones(pool))
  return { handlers: plans(deps, config.BILLING ?? 'off'), beforeOperation, metrics: billingMetrics(deps) }
}
