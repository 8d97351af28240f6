import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { checkJobs } from './checks.job.ts'
import { createChecks } from './checks.store.ts'
import type { CheckDeps } from './run-checks.ts'

/** The weekly checks of devices on which the resident has switched them on. */
export function checks(
  { clock, log }: Pick<ServiceContext<unknown>, 'clock' | 'log'>,
  { db, pool, doorbell }: Core,
  pushNotice: CheckDeps['pushNotice'],
) {
  return { jobs: checkJobs({ checks: createChecks(db, pool), doorbell, pushNotice, clock, log }) }
}
