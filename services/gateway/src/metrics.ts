/** The gateway's own metrics; kit counts operations and jobs. */
import { counter, type DomainMetric, gauge } from '#kit/metrics.ts'

export const countRingLane = counter({
  name: 'doorbell_rings_under_pressure_total',
  help: 'Rings at a door under pressure: passed with a proof of work, passed in their turn, or challenged',
  labels: ['lane'],
})

export const countSlowReader = counter({
  name: 'doorbell_sockets_dropped_total',
  help: 'Sockets that were dropped because their peers did not read',
})

export const countRenderedPage = counter({
  name: 'doorbell_pages_rendered_total',
  help: 'Pages of visitors that were rendered; others are sent from memory',
})

export const requestsRefused = counter({
  name: 'doorbell_requests_refused_total',
  help: 'Requests, upgrades and frames refused for a reason of security (domain/refusals.ts)',
  labels: ['reason'],
})

type Deps = { readonly sockets: { readonly size: number }; readonly streams: { readonly size: number } }

export const gatewayMetrics = ({ sockets, streams }: Deps): readonly DomainMetric[] => [
  gauge({
    name: 'doorbell_event_streams_open',
    help: 'Streams of events that programs have open at this copy',
    read: async () => streams.size,
  }),
  gauge({ name: 'doorbell_sockets_open', help: 'Sockets that this copy has open', read: async () => sockets.size }),
]
