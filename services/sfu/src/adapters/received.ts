/** What one device receives of one producer: paused until its page has wired it and the call is answered. */
import type { types } from 'mediasoup'
import type { ConsumerParams, MediaSource } from '#proto/frames/media.ts'
import type { Notify } from '../domain/media.ts'

/** The first key frame may meet a decoder that is not there yet (architecture: the call). */
const KEY_FRAME_AGAIN = 300

/** What a device sends. `paused` is what its page wants; the server pauses it besides until the answer. */
export type Sent = { readonly producer: types.Producer; readonly source: MediaSource; paused: boolean }

export type Received = {
  readonly id: string
  params(): ConsumerParams
  /** The page has it on an element. */
  wire(): Promise<void>
  unwire(): Promise<void>
  /** The answer: flows if wired. */
  start(): Promise<void>
  prefer(spatialLayer: number): Promise<void>
  askKeyFrames(): void
}

export type ConsumerParts = {
  readonly consumer: types.Consumer
  readonly sent: Sent
  readonly peer: string
  readonly room: string
  readonly notify: Notify
  readonly active: () => boolean
  readonly gone: () => void
}

export function watchConsumer({ consumer, sent, peer, room, notify, active, gone }: ConsumerParts): Received {
  let wired = false
  const askKeyFrames = () => {
    if (consumer.kind !== 'video' || !wired || !active()) return
    const ask = () => void (consumer.closed || consumer.requestKeyFrame().catch(() => undefined))
    ask()
    setTimeout(ask, KEY_FRAME_AGAIN)
  }
  const start = async () => {
    if (!wired || !active() || consumer.closed) return
    await consumer.resume()
    askKeyFrames()
  }
  consumer.on('transportclose', gone)
  consumer.on('producerclose', () => {
    gone()
    notify({ type: 'consumer_closed', room, peer, consumerId: consumer.id })
  })
  let told: number | undefined
  consumer.on('score', (scores) => {
    const score = Math.min(scores.score, scores.producerScore)
    if (!active() || sent.paused || score === told) return
    told = score
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
    wire: async () => {
      wired = true
      await start()
    },
    unwire: async () => {
      wired = false
      await consumer.pause()
    },
    start,
    prefer: async (spatialLayer) => {
      if (consumer.type !== 'simple') await consumer.setPreferredLayers({ spatialLayer })
    },
    askKeyFrames,
  }
}
