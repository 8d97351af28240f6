/** Metrics of the gateway's own; kit counts operations and jobs. */
import { type DomainMetric, gauge } from '#kit/metrics.ts'

export const gatewayMetrics = ({ sockets }: { readonly sockets: { readonly size: number } }): readonly DomainMetric[] => [
  gauge({ name: 'sockets_open', help: 'Sockets that this copy has open', read: async () => sockets.size }),
]
