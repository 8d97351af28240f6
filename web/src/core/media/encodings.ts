/** What we send (issue: two simulcast layers; without them mediasoup cannot serve a weak receiver). */
import type { ProducerOptions } from 'mediasoup-client/types'
import type { MediaSource } from '#proto/frames/media.ts'

/** A quarter of the size for weak receivers, and 720p. Bits per second. Fresh objects: mediasoup-client writes into them. */
export function sendingOptions(source: MediaSource): Pick<ProducerOptions, 'encodings' | 'codecOptions'> {
  if (source === 'microphone') return { codecOptions: { opusFec: true, opusStereo: false } }
  return {
    encodings: [
      { scaleResolutionDownBy: 4, maxBitrate: 150_000 },
      { scaleResolutionDownBy: 1, maxBitrate: 1_200_000 },
    ],
    codecOptions: { videoGoogleStartBitrate: 1000 },
  }
}
