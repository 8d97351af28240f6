import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { alertHandlers } from './alerts.handlers.ts'
import { alertJobs, DELIVER_ALERTS } from './alerts.job.ts'
import { createAlerts } from './alerts.store.ts'
import { createAuthClient } from './auth.client.ts'
import { raiseAuthAlerts } from './auth.consumer.ts'
import { createLivePublisher } from './live-updates.adapter.ts'
import { createNotifyClient } from './notify.client.ts'

/** Alerts of an account's security: listed, shown on open pages, mailed and pushed. */
export function alerts(context: Pick<ServiceContext<unknown>, 'bus' | 'clock' | 'log' | 'wake'>, core: Core) {
  const { bus, clock, log } = context
  const { db, pool, isDeleted } = core
  const store = createAlerts(db, pool)
  const deliverAlertsSoon = () => context.wake(DELIVER_ALERTS)
  const ways = { auth: createAuthClient(bus), notify: createNotifyClient(bus), live: createLivePublisher(bus) }
  return {
    handlers: alertHandlers(store),
    consumers: { auth: raiseAuthAlerts({ alerts: store, deliverAlertsSoon, isDeleted }) },
    jobs: alertJobs({ alerts: store, ...ways, clock, log }),
    deliverAlertsSoon,
  }
}
