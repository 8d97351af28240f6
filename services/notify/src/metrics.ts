/** Metrics of notify's domain; kit counts operations, events and jobs. */
import { counter, type DomainMetric, gauge, waitHistogram } from '#kit/metrics.ts'

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

export const webhooksAnswered = counter({
  name: 'doorbell_webhooks_total',
  help: 'Requests to webhooks by result: delivered, retried, dead (given up) or gone (the receiver has answered 410)',
  labels: ['result'],
})

export const pushShown = waitHistogram({
  name: 'doorbell_push_shown_seconds',
  help: 'From the ring to the report of a device that it shows the notification, one for each device',
})

type Deps = { readonly devices: { countReachable(): Promise<number> } }

export const notifyMetrics = ({ devices }: Deps): readonly DomainMetric[] => [
  gauge({
    name: 'doorbell_devices_reachable',
    help: 'Devices with a push subscription; the same in every copy: use max, not sum',
    read: () => devices.countReachable(),
  }),
]
