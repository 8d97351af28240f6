import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { notifyMetrics } from '../metrics.ts'
import { onAuth } from './auth.consumer.ts'
import { deviceHandlers } from './devices.handlers.ts'
import { createDevices } from './devices.store.ts'

/** The account's browsers, and where each is pushed to. */
export function devices({ clock }: Pick<ServiceContext<unknown>, 'clock'>, { db, pool, pushServices, doorbell, live, publicKeys }: Core) {
  const store = createDevices(db, pool)
  return {
    handlers: deviceHandlers({ devices: store, pushServices, doorbell, live, clock, publicKeys }),
    consumers: { auth: onAuth({ devices: store, live }) },
    metrics: notifyMetrics({ devices: store }),
  }
}
