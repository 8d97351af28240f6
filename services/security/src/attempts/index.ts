import { openGeoIp } from '#kit/geoip.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Network } from '#kit/trusted-proxies.ts'
import type { BlockCache } from '../blocks/blocks.ts'
import type { Core } from '../core/index.ts'
import { createBlockable } from './addresses.ts'
import { attemptHandlers } from './attempts.handlers.ts'
import { attemptJobs } from './attempts.job.ts'
import { createAttempts } from './attempts.store.ts'
import { recordAuthEvents } from './auth.consumer.ts'
import { deleteExpired } from './expired-rows.store.ts'

type Options = {
  /** The database of locations. */
  readonly geoIpFile: string | undefined
  readonly trustedProxies: readonly Network[] | undefined
  /** The failures of one address that block it. */
  readonly blockAfter: number
  readonly cache: BlockCache
  readonly deliverAlertsSoon: () => void
}

/** Log-ins and failures: a history for each account, and the alerts and blocks that they cause. */
export function attempts(
  { clock, log }: Pick<ServiceContext<unknown>, 'clock' | 'log'>,
  { db, outbox, isDeleted }: Core,
  { geoIpFile, trustedProxies, ...options }: Options,
) {
  const store = createAttempts(db)
  const rules = { blockable: createBlockable(trustedProxies), locate: openGeoIp(geoIpFile) }
  return {
    handlers: attemptHandlers(store),
    consumers: { auth: recordAuthEvents({ attempts: store, clock, log, outbox, isDeleted, ...rules, ...options }) },
    jobs: attemptJobs(() => deleteExpired(db, clock.now())),
  }
}
