/** Producer options: the camera sends two simulcast layers, so that mediasoup can send the small one to a weak receiver. */
import type { ProducerOptions } from 'mediasoup-client/types'
import type { MediaSource } from '#proto/frames/media.ts'

/** 720p, and a quarter of it for weak receivers. Bits per second. Returns new objects because mediasoup-client writes into them. */
export function producerOptions(source: MediaSource): Pick<ProducerOptions, 'encodings' | 'codecOptions'> {
  if (source === 'microphone') return { codecOptions: { opusFec: true, opusStereo: false } }
  return {
    encodings: [
      { scaleResolutionDownBy: 4, maxBitrate: 150_000 },
      { scaleResolutionDownBy: 1, maxBitrate: 1_200_000 },
    ],
    codecOptions: { videoGoogleStartBitrate: 1000 },
  }
}
