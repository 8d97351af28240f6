import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { billingMetrics } from '../metrics.ts'
import type { GrantDeps } from './grants.ts'
import { planHandlers } from './plans.handlers.ts'
import { createPlans } from './plans.store.ts'

/** The plan of each account; Premium granted by the operator. */
export function plans({ clock, log }: Pick<ServiceContext<unknown>, 'clock' | 'log'>, core: Core) {
  const { db, pool, outbox, auth, doorbell, live } = core
  const store = createPlans(db, pool)
  const granting: GrantDeps = { clock, log, plans: store, outbox, auth, doorbell, live }
  return { handlers: planHandlers(granting), metrics: billingMetrics({ plans: store }), granting }
}
