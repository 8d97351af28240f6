/**
 * The session description (RFC 8866) with which ffmpeg receives the tracks of a recording. Each line is ours: of a peer's values it
 * contains only those that match a pattern, and no more than copying needs.
 */
export type DescribedTrack = {
  readonly port: number
  readonly codec: { readonly mimeType: string; readonly payloadType: number; readonly parameters?: unknown }
}

const MEDIA: Readonly<Record<string, { readonly kind: 'audio' | 'video'; readonly format: string }>> = {
  'audio/opus': { kind: 'audio', format: 'opus/48000/2' },
  'video/vp8': { kind: 'video', format: 'VP8/90000' },
  'video/h264': { kind: 'video', format: 'H264/90000' },
}
/** RFC 6184. opus and VP8 need none. */
const H264_PARAMETERS: Readonly<Record<string, RegExp>> = { 'packetization-mode': /^[0-2]$/, 'profile-level-id': /^[0-9A-Fa-f]{6}$/ }

/** @param address to which the packets are sent @throws Error for a codec that is not recorded */
export function sessionDescription(address: string, tracks: readonly DescribedTrack[]): string {
  const session = ['v=0', `o=- 0 0 IN IP4 ${address}`, 's=call', `c=IN IP4 ${address}`, 't=0 0']
  return `${[...session, ...tracks.flatMap(mediaLines)].join('\r\n')}\r\n`
}

function mediaLines({ port, codec }: DescribedTrack): string[] {
  const { mimeType, payloadType } = codec
  const media = MEDIA[mimeType.toLowerCase()]
  if (!media) throw new Error('a codec that is not recorded')
  const parameters = media.format.startsWith('H264') ? h264Parameters(codec.parameters) : []
  return [
    `m=${media.kind} ${Number(port)} RTP/AVP ${Number(payloadType)}`,
    `a=rtpmap:${Number(payloadType)} ${media.format}`,
    ...(parameters.length ? [`a=fmtp:${Number(payloadType)} ${parameters.join(';')}`] : []),
    'a=recvonly',
  ]
}

function h264Parameters(sent: unknown): string[] {
  const values = new Map(Object.entries((sent ?? {}) as object))
  return Object.entries(H264_PARAMETERS).flatMap(([name, pattern]) => {
    const value = String(values.get(name) ?? '')
    return pattern.test(value) ? [`${name}=${value}`] : []
  })
}
