/** Metrics of notify's domain, prefixed `doorbell_`; kit counts operations, events and jobs. */
import { counter, type DomainMetric, gauge } from '#kit/metrics.ts'

export const pushesAnswered = counter({
  name: 'doorbell_pushes_total',
  help: 'Requests to push services by vendor and result: accepted, gone, refused, retried or failed',
  labels: ['vendor', 'result'],
})
export const pushesRefused = counter({
  name: 'doorbell_push_refused_total',
  help: 'Pushes that a push service refused with 403: our key or contact is wrong for all devices of this vendor',
  labels: ['vendor'],
})

type Deps = { readonly devices: { countReachable(): Promise<number> } }

export const notifyMetrics = ({ devices }: Deps): readonly DomainMetric[] => [
  gauge({ name: 'doorbell_devices_reachable', help: 'Devices with a push subscription', read: () => devices.countReachable() }),
]
