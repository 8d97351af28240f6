/**
 * A client's RTP parameters, restricted for the media worker. The worker (mediasoup 3.27) crashes, with all calls on it, on packets that do
 * not match them in either of two ways, and every client may send such packets; so the parameters allow neither.
 */
import { randomInt } from 'node:crypto'
import { AppError } from '#kit/app-error.ts'
import type { ProducerRtpParameters } from '#proto/frames/media-parameters.ts'

/**
 * The header extensions that the worker reads or writes itself. Others it copies from packet to packet, and a copy of a two-byte element
 * (RFC 8285) of no or more than 16 bytes has no one-byte form (`Producer::MangleRtpPacket`, `Packet::SetExtensions`). Nothing here uses
 * them: a browser that cannot send its camera's orientation rotates the picture itself.
 */
export const HEADER_EXTENSIONS: readonly string[] = [
  'urn:ietf:params:rtp-hdrext:sdes:mid',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
]

type Encoding = NonNullable<ProducerRtpParameters['encodings']>[number]

const randomSsrc = () => randomInt(1, 2 ** 32)

/**
 * A stream is found by its SSRC or by its id, never by both, and never without either: of two packets that name one encoding in two ways
 * the second ends the worker (`Producer::GetRtpStream`). An encoding with an id has an SSRC that its sender does not know, because without
 * one the worker takes packets of SSRC 0 for it.
 */
function findable({ ssrc, rid, rtx, ...encoding }: Encoding): Encoding {
  if (ssrc) return { ...encoding, ssrc, ...(rtx && { rtx }) }
  if (rid) return { ...encoding, ssrc: randomSsrc(), rid }
  throw new AppError('malformed')
}

/** @throws AppError `malformed` without encodings, for one without SSRC and id, or for one SSRC or id of two streams */
export function workerParameters({ headerExtensions = [], encodings = [], ...parameters }: ProducerRtpParameters): ProducerRtpParameters {
  const found = encodings.map(findable)
  const names = found.flatMap(({ ssrc, rid, rtx }) => [ssrc, rid, rtx?.ssrc].filter((name) => name !== undefined))
  if (!found.length || new Set(names).size < names.length) throw new AppError('malformed')
  return {
    ...parameters,
    encodings: found,
    headerExtensions: headerExtensions.filter(({ uri }) => HEADER_EXTENSIONS.includes(uri)),
  }
}
