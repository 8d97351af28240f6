/** The sfu node's own metrics; operations and jobs are measured by kit. */
import { counter, type DomainMetric, gauge, gauges, readTotal, total } from '#kit/metrics.ts'

/** Called by the recorder (adapters/recording.ts). */
export const recordingPieces = counter({
  name: 'doorbell_recording_pieces_total',
  help: 'Pieces of recorded calls by result: sent, or lost (their owner did not take them in time)',
  labels: ['result'],
})

const packetsReceived = total({
  name: 'doorbell_media_packets_received_total',
  help: 'RTP packets that this node has received in calls',
})
const packetsLost = total({
  name: 'doorbell_media_packets_lost_total',
  help: 'RTP packets that senders in calls have sent and this node has not received',
})
const bytesReceived = total({
  name: 'doorbell_media_received_bytes_total',
  help: 'Bytes of RTP packets that this node has received in calls',
})

/** Called once a second for each producer of a call (adapters/received-media.ts). */
export function mediaReceived({ packets, lost, bytes }: { readonly packets: number; readonly lost: number; readonly bytes: number }): void {
  packetsReceived(packets)
  packetsLost(lost)
  bytesReceived(bytes)
}

type Engine = {
  readonly rooms: number
  readonly activeRooms: number
  readonly recordings: number
  readonly cpuSeconds: number
}

export const sfuMetrics = (engine: Engine): readonly DomainMetric[] => [
  gauge({ name: 'doorbell_recordings_live', help: 'Calls that this node records', read: async () => engine.recordings }),
  gauges({
    name: 'doorbell_calls_live',
    help: 'Calls on this node by state: prepared (it rings, nothing is sent to the other side) or answered',
    labels: ['state'],
    read: async () => [
      { labels: { state: 'prepared' }, value: engine.rooms - engine.activeRooms },
      { labels: { state: 'answered' }, value: engine.activeRooms },
    ],
  }),
  readTotal({
    name: 'doorbell_media_worker_cpu_seconds_total',
    help: 'CPU time of the media workers that run now, user and system',
    read: async () => engine.cpuSeconds,
  }),
]
