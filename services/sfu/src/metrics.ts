/** The sfu node's own metrics; operations and jobs are measured by kit. */
import { counter, type DomainMetric, gauge } from '#kit/metrics.ts'

/** Called by the recorder (adapters/recording.ts). */
export const recordingPieces = counter({
  name: 'recording_pieces_total',
  help: 'Pieces of recorded calls by result: sent, or lost (their owner did not take them in time)',
  labels: ['result'],
})

export const sfuMetrics = (engine: { readonly rooms: number; readonly recordings: number }): readonly DomainMetric[] => [
  gauge({ name: 'recordings_live', help: 'Calls that this node records', read: async () => engine.recordings }),
  gauge({
    name: 'calls_live',
    help: 'Calls on this node, those that are prepared while it rings included',
    read: async () => engine.rooms,
  }),
]
