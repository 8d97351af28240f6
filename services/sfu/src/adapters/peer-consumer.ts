/** One consumer of a peer: paused until its page has resumed it and the call is answered. */
import type { types } from 'mediasoup'
import type { ConsumerParams, MediaSource } from '#proto/frames/media.ts'
import type { Notify } from '../domain/media.ts'

/** One producer of a peer. `paused` is what its page wants; until the answer the server pauses it too. */
export type PeerProducer = { readonly producer: types.Producer; readonly source: MediaSource; paused: boolean }

export type PeerConsumer = {
  readonly id: string
  params(): ConsumerParams
  /** The page has attached it to an element. */
  resume(): Promise<void>
  pause(): Promise<void>
  /** At the answer: resumes the consumer if the page has resumed it. */
  start(): Promise<void>
  preferLayer(spatialLayer: number): Promise<void>
}

type PeerConsumerDeps = {
  readonly consumer: types.Consumer
  readonly sent: PeerProducer
  readonly peer: string
  readonly room: string
  readonly notify: Notify
  readonly active: () => boolean
  readonly gone: () => void
}

export function createPeerConsumer({ consumer, sent, peer, room, notify, active, gone }: PeerConsumerDeps): PeerConsumer {
  let resumed = false
  const start = async () => {
    if (!resumed || !active() || consumer.closed) return
    // mediasoup requests a key frame when a consumer resumes.
    await consumer.resume()
  }
  consumer.on('transportclose', gone)
  consumer.on('producerclose', () => {
    gone()
    notify({ type: 'consumer_closed', room, peer, consumerId: consumer.id })
  })
  let notified: number | undefined
  consumer.on('score', (scores) => {
    const score = Math.min(scores.score, scores.producerScore)
    if (!active() || sent.paused || score === notified) return
    notified = score
    notify({ type: 'score', room, peer, consumerId: consumer.id, score })
  })
  return {
    id: consumer.id,
    params: () => ({
      id: consumer.id,
      producerId: sent.producer.id,
      kind: consumer.kind,
      source: sent.source,
      rtpParameters: consumer.rtpParameters,
      producerPaused: sent.paused,
    }),
    resume: async () => {
      resumed = true
      await start()
    },
    pause: async () => {
      resumed = false
      await consumer.pause()
    },
    start,
    preferLayer: async (spatialLayer) => {
      if (consumer.type !== 'simple') await consumer.setPreferredLayers({ spatialLayer })
    },
  }
}
