/** The sfu node's own metrics; operations and jobs are measured by kit. */
import { type DomainMetric, gauge } from '#kit/metrics.ts'

export const sfuMetrics = (engine: { readonly rooms: number }): readonly DomainMetric[] => [
  gauge({
    name: 'calls_live',
    help: 'Calls on this node, those that are prepared while it rings included',
    read: async () => engine.rooms,
  }),
]
