/** Metrics of signaling's domain; kit counts operations, events and jobs, and each sfu node its live calls. */
import { countOperations, type DomainMetric, gauge } from '#kit/metrics.ts'

type Node = { readonly draining: boolean; readonly preparing: boolean }

export const signalingMetrics = ({ nodes }: { readonly nodes: { living(): Promise<readonly Node[]> } }): readonly DomainMetric[] => [
  countOperations({
    name: 'media_requests_total',
    help: 'Media requests that succeeded, by what was requested: a growing share of restart_ice is a bad network',
    operation: 'signaling.media',
    labels: { op: ({ request }) => request.op },
  }),
  countOperations({
    name: 'recordings_answered_total',
    help: 'Questions whether a call may be recorded, by the visitor’s answer',
    operation: 'signaling.answer_recording',
    labels: { allowed: ({ allowed }) => String(allowed) },
  }),
  gauge({
    name: 'media_nodes_ready',
    help: 'Media nodes that take calls',
    read: async () => (await nodes.living()).filter(({ draining, preparing }) => !draining && !preparing).length,
  }),
]
