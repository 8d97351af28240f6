/** Metrics of signaling's domain; kit counts operations, events and jobs, and each sfu node its live calls. */
import { counter, countOperations, type DomainMetric, gauge, waitHistogram } from '#kit/metrics.ts'

/** Called when a call has ended (domain/change/change.ts). */
export const callEnded = counter({
  name: 'doorbell_calls_ended_total',
  help: 'Calls by kind and by the stage they ended in: offered or connecting (never connected), connected, or interrupted (lost)',
  labels: ['kind', 'from'],
})

/** Called for the first picture or sound of the other side on a page (domain/media/media-requests.ts). */
export const mediaShown = waitHistogram({
  name: 'doorbell_call_first_frame_seconds',
  help:
    'From the answer, or a late call back, to the first picture or sound of the other side, as the page reports it; path: how media ' +
    'reaches the page, udp, tcp, relay (TURN) or unknown',
  labels: ['kind', 'side', 'path'],
})

type Node = { readonly draining: boolean; readonly preparing: boolean }

export const signalingMetrics = ({ nodes }: { readonly nodes: { living(): Promise<readonly Node[]> } }): readonly DomainMetric[] => [
  countOperations({
    name: 'doorbell_media_requests_total',
    help: 'Media requests that succeeded, by what was requested: a growing share of restart_ice is a bad network',
    operation: 'signaling.media',
    labels: { op: ({ request }) => request.op },
  }),
  countOperations({
    name: 'doorbell_recordings_answered_total',
    help: 'Questions whether a call may be recorded, by the visitor’s answer',
    operation: 'signaling.answer_recording',
    labels: { allowed: ({ allowed }) => String(allowed) },
  }),
  gauge({
    name: 'doorbell_media_nodes_ready',
    help: 'Media nodes that take calls',
    read: async () => (await nodes.living()).filter(({ draining, preparing }) => !draining && !preparing).length,
  }),
]
