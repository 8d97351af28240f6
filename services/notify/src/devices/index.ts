import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { notifyMetrics } from '../metrics.ts'
import { onAuth } from './auth.consumer.ts'
import { deviceHandlers } from './devices.handlers.ts'
import { createDevices } from './devices.store.ts'

/** The account's browsers, and their addresses for pushes. */
export function devices(
  { clock, log }: Pick<ServiceContext<unknown>, 'clock' | 'log'>,
  { db, pool, pushServices, pushedAccounts, auth, doorbell, live, publicKeys }: Core,
) {
  const store = createDevices(db, pool)
  return {
    handlers: deviceHandlers({ devices: store, pushServices, pushedAccounts, auth, doorbell, live, clock, log, publicKeys }),
    consumers: { auth: onAuth({ devices: store, live, clock }) },
    metrics: notifyMetrics({ devices: store }),
  }
}
