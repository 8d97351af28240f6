/** Metrics of the gateway's own; kit counts operations and jobs. */
import { counter, type DomainMetric, gauge } from '#kit/metrics.ts'

export const requestsRefused = counter({
  name: 'requests_refused_total',
  help: 'Requests, upgrades and frames refused for a reason of security (domain/refusals.ts)',
  labels: ['reason'],
})

export const gatewayMetrics = ({ sockets }: { readonly sockets: { readonly size: number } }): readonly DomainMetric[] => [
  gauge({ name: 'sockets_open', help: 'Sockets that this copy has open', read: async () => sockets.size }),
]
