/**
 * mediasoup's parameter objects, validated against a list before mediasoup, a browser or ffmpeg parses them
 * (docs/product/decisions.md, 38): our codecs and header extensions, codec parameters by name, ids by pattern. Texts that do not match the
 * pattern are refused; parameters of other names are dropped, because browsers add codec parameters of their own. A client's `cname` and
 * `msid` are dropped too.
 */
import { z } from 'zod'
import { issue } from '../issues.ts'
import { isPlainData } from './plain-data.ts'

/** Checks the whole before the schema traverses it. */
const plain = <T>(schema: z.ZodType<T>) =>
  z
    .preprocess((value, context) => {
      if (isPlainData(value)) return value
      context.addIssue(issue('invalid'))
      return z.NEVER
    }, schema)
    // A field with a preprocessor may be left out.
    .nonoptional() as z.ZodType<T, T>

const flag = z.int().min(0).max(1)
const count = z.int().min(0).max(10_000_000)
const payloadType = z.int().min(0).max(127)
const ssrc = z.int().min(0).max(0xffff_ffff)
/** RFC 8285: two-byte headers have ids of up to 255. */
const extensionId = z.int().min(1).max(255)
const kind = z.enum(['audio', 'video'])
const mid = z.string().regex(/^[A-Za-z0-9_-]{1,16}$/)
const scalabilityMode = z.string().regex(/^[LS][1-9]T[1-9](_KEY)?$/)
const cname = z.string().regex(/^[A-Za-z0-9-]{1,64}$/)
const host = z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/)
const credential = z.string().regex(/^[A-Za-z0-9+/]{4,256}$/)

/** The router's codecs (`MEDIA_CODECS` of sfu) and their retransmission. The type is a text, as it is mediasoup's. */
const mimeType: z.ZodType<string> = z.enum(['audio/opus', 'video/VP8', 'video/H264', 'video/rtx'])
/** The router's header extensions, which mediasoup-client takes over. */
const uri: z.ZodType<string> = z.enum([
  'urn:ietf:params:rtp-hdrext:sdes:mid',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension',
  'urn:3gpp:video-orientation',
  'urn:ietf:params:rtp-hdrext:toffset',
  'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay',
  'urn:mediasoup:params:rtp-hdrext:packet-id',
])

const parameters: z.ZodType<Record<string, unknown>> = z
  .object({
    // opus (RFC 7587)
    useinbandfec: flag,
    usedtx: flag,
    cbr: flag,
    stereo: flag,
    'sprop-stereo': flag,
    ptime: count,
    minptime: count,
    maxptime: count,
    maxplaybackrate: count,
    'sprop-maxcapturerate': count,
    maxaveragebitrate: count,
    // VP8 (RFC 7741)
    'max-fs': count,
    'max-fr': count,
    // H264 (RFC 6184)
    'packetization-mode': z.int().min(0).max(2),
    'level-asymmetry-allowed': flag,
    'profile-level-id': z.string().regex(/^[0-9A-Fa-f]{6}$/),
    // Retransmission (RFC 4588)
    apt: payloadType,
  })
  .partial()

const feedback: z.ZodType<{ type: string; parameter?: string }> = z.object({
  type: z.enum(['nack', 'ccm', 'goog-remb', 'transport-cc']),
  parameter: z.enum(['', 'pli', 'fir']).optional(),
})

const codec = {
  mimeType,
  clockRate: count,
  channels: z.int().min(1).max(2).optional(),
  parameters: parameters.optional(),
  rtcpFeedback: z.array(feedback).max(10).optional(),
}

/** What a device can receive, or the router. */
export const RtpCapabilities = plain(
  z.object({
    codecs: z
      .array(z.object({ kind, ...codec, preferredPayloadType: payloadType }))
      .max(20)
      .optional(),
    headerExtensions: z
      .array(
        z.object({
          kind,
          uri,
          preferredId: extensionId,
          preferredEncrypt: z.boolean().optional(),
          direction: z.enum(['sendrecv', 'sendonly', 'recvonly', 'inactive']).optional(),
        }),
      )
      .max(40)
      .optional(),
  }),
)
export type RtpCapabilities = z.infer<typeof RtpCapabilities>

const rtpParameters = z.object({
  mid: mid.optional(),
  codecs: z
    .array(z.object({ ...codec, payloadType }))
    .min(1)
    .max(10),
  headerExtensions: z
    .array(z.object({ uri, id: extensionId, encrypt: z.boolean().optional() }))
    .max(20)
    .optional(),
  encodings: z
    .array(
      z.object({
        ssrc: ssrc.optional(),
        rid: mid.optional(),
        rtx: z.object({ ssrc }).optional(),
        dtx: z.boolean().optional(),
        scalabilityMode: scalabilityMode.optional(),
        maxBitrate: count.optional(),
      }),
    )
    .max(3)
    .optional(),
})

/** A client's parameters, without its `cname`: mediasoup then makes one, the same for both producers of a transport. */
export const ProducerRtpParameters = plain(rtpParameters)
export type ProducerRtpParameters = z.infer<typeof ProducerRtpParameters>

/** The parameters of a consumer, for a client. */
export const ConsumerRtpParameters = plain(
  rtpParameters.extend({
    rtcp: z.object({ cname: cname.optional(), reducedSize: z.boolean().optional() }).optional(),
  }),
)
export type ConsumerRtpParameters = z.infer<typeof ConsumerRtpParameters>

export const DtlsParameters = plain(
  z.object({
    role: z.enum(['auto', 'client', 'server']).optional(),
    fingerprints: z
      .array(
        z.object({
          algorithm: z.enum(['sha-1', 'sha-224', 'sha-256', 'sha-384', 'sha-512']),
          value: z.string().regex(/^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){19,63}$/),
        }),
      )
      .min(1)
      .max(5),
  }),
)
export type DtlsParameters = z.infer<typeof DtlsParameters>

/** The server's candidates. A client's are never sent: with ICE lite they are learned from the packets. */
export const IceParameters = plain(z.object({ usernameFragment: credential, password: credential, iceLite: z.boolean().optional() }))
export type IceParameters = z.infer<typeof IceParameters>

export const IceCandidates = plain(
  z
    .array(
      z.object({
        foundation: z.string().regex(/^[A-Za-z0-9+/]{1,32}$/),
        priority: z.int().min(0).max(0xffff_ffff),
        address: host,
        /** Before `address`, which mediasoup-client prefers. */
        ip: host,
        protocol: z.enum(['udp', 'tcp']),
        port: z.int().min(1).max(65_535),
        type: z.enum(['host', 'srflx', 'prflx', 'relay']),
        tcpType: z.enum(['active', 'passive', 'so']).optional(),
      }),
    )
    .max(100),
)
