import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { statusHandlers } from './status.handlers.ts'
import { statusJobs } from './status.job.ts'
import { createStatuses } from './status.store.ts'

/** How fast rings were shown, over all doors, for the public status page. */
export function status({ clock }: Pick<ServiceContext<unknown>, 'clock'>, { db, pool, doorbell }: Core) {
  const statuses = createStatuses(db, pool)
  return { handlers: statusHandlers(statuses), jobs: statusJobs({ statuses, doorbell, clock }) }
}
