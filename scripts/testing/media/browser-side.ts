/**
 * Runs in a page: one device of one side with a real mediasoup-client, driven by a test through `window.mediaClient`. It implements the
 * order of proto/frames/media.ts and uses none of our pages, so that signaling and sfu are tested by themselves.
 */
import { Device, type types } from 'mediasoup-client'
import type { ConsumerParams, MediaEvent, MediaReply, MediaRequest, MediaSource } from '#proto/frames/media.ts'

type Steer = (request: MediaRequest) => Promise<unknown>
declare global {
  interface Window {
    steer: Steer
    mediaClient: typeof mediaClient
  }
}

let device: Device | undefined
let send: types.Transport | undefined
let receive: types.Transport | undefined
const consumers = new Map<string, Promise<types.Consumer>>()
const producers = new Map<MediaSource, types.Producer>()
const events: MediaEvent[] = []
/** Of received packets: the last count, when it changed last, and the longest time without a change. Milliseconds. */
const arrivals = { count: 0, at: 0, longest: 0, watcher: 0 }
const ARRIVALS_EVERY_MS = 50

const ask = async <T>(request: MediaRequest) => (await window.steer(request)) as T

function wireTransport(transport: types.Transport): types.Transport {
  transport.on('connect', ({ dtlsParameters }, done, failed) => {
    ask({ op: 'connect_transport', transportId: transport.id, dtlsParameters }).then(() => done(), failed)
  })
  transport.on('produce', ({ rtpParameters, appData }, done, failed) => {
    const { source, paused } = appData as { source: MediaSource; paused: boolean }
    ask<MediaReply<'produce'>>({ op: 'produce', transportId: transport.id, source, rtpParameters, paused }).then(
      ({ producerId }) => done({ id: producerId }),
      failed,
    )
  })
  return transport
}

function forget(): void {
  send?.close()
  receive?.close()
  consumers.clear()
  producers.clear()
}

async function wire(params: ConsumerParams): Promise<types.Consumer> {
  const known = consumers.get(params.id)
  if (known) return known
  const made = (receive as types.Transport).consume({
    ...params,
    rtpParameters: params.rtpParameters as types.RtpParameters,
  })
  consumers.set(params.id, made)
  const consumer = await made
  const element = document.createElement(params.kind)
  element.srcObject = new MediaStream([consumer.track])
  element.muted = true
  element.autoplay = true
  document.body.append(element)
  void element.play().catch(() => undefined)
  await ask({ op: 'resume_consumer', consumerId: params.id })
  return consumer
}

/** The router's offer for a browser without a codec: neither the codec nor its retransmissions. */
function withoutCodec(offered: types.RtpCapabilities, mimeType: string): types.RtpCapabilities {
  const codecs = offered.codecs ?? []
  const gone = codecs.filter((codec) => codec.mimeType === mimeType).map((codec) => codec.preferredPayloadType)
  return {
    ...offered,
    codecs: codecs.filter(
      ({ preferredPayloadType, parameters }) => !gone.includes(preferredPayloadType) && !gone.includes(Number(parameters?.apt)),
    ),
  }
}

const mediaClient = {
  /**
   * Creates the transports and consumes what the other side already sends.
   * @param lacks a codec that this browser pretends not to support
   */
  async join(mode: 'prepare' | 'call', fresh = false, lacks = ''): Promise<{ epoch: number; kept: boolean }> {
    const reply = await ask<MediaReply<'join'>>({ op: 'join', mode, fresh })
    if (reply.kept && send) return { epoch: reply.epoch, kept: true }
    forget()
    device = await Device.factory()
    await device.load({ routerRtpCapabilities: withoutCodec(reply.routerRtpCapabilities as types.RtpCapabilities, lacks) })
    send = wireTransport(device.createSendTransport(reply.send as types.TransportOptions))
    receive = wireTransport(device.createRecvTransport(reply.receive as types.TransportOptions))
    const { consumers: there } = await ask<MediaReply<'receive'>>({ op: 'receive', rtpCapabilities: device.recvRtpCapabilities })
    await Promise.all(there.map(wire))
    return { epoch: reply.epoch, kept: false }
  },

  /** Sends the fake camera and microphone. */
  async produce(sources: readonly MediaSource[], paused = false): Promise<void> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: sources.includes('microphone'),
      video: sources.includes('camera') ? { width: 320, height: 240 } : false,
    })
    for (const track of stream.getTracks()) {
      const source = track.kind === 'video' ? 'camera' : 'microphone'
      const producer = await (send as types.Transport).produce({
        track,
        stopTracks: false,
        appData: { source, paused },
        ...(source === 'camera' ? { encodings: [{ maxBitrate: 150_000, scaleResolutionDownBy: 4 }, { maxBitrate: 1_200_000 }] } : {}),
      })
      producers.set(source, producer)
    }
  },

  async setPaused(source: MediaSource, paused: boolean): Promise<void> {
    const producerId = producers.get(source)?.id ?? ''
    await ask({ op: paused ? 'pause_producer' : 'resume_producer', producerId })
  },

  async restartIce(): Promise<void> {
    for (const transport of [send, receive]) {
      if (!transport || transport.connectionState === 'new') continue
      const { iceParameters } = await ask<MediaReply<'restart_ice'>>({ op: 'restart_ice', transportId: transport.id })
      await transport.restartIce({ iceParameters: iceParameters as types.IceParameters })
    }
  },

  async onEvent(event: MediaEvent): Promise<void> {
    events.push(event)
    if (event.kind === 'consumer_new') await wire(event.consumer)
    if (event.kind === 'consumer_closed') consumers.delete(event.consumerId)
  },

  events: () => events,

  /** The codec of its camera. */
  sentCodec: () => producers.get('camera')?.rtpParameters.codecs[0]?.mimeType,

  /** From now on measures how long no media packet arrives. */
  watchArrivals(): void {
    clearInterval(arrivals.watcher)
    Object.assign(arrivals, { at: performance.now(), longest: 0 })
    arrivals.watcher = window.setInterval(() => {
      void mediaClient.counters().then(({ packetsIn }) => {
        const now = performance.now()
        arrivals.longest = Math.max(arrivals.longest, now - arrivals.at)
        // After a rejoin the counters begin at zero again.
        if (packetsIn > 0 && packetsIn !== arrivals.count) arrivals.at = now
        arrivals.count = packetsIn
      })
    }, ARRIVALS_EVERY_MS)
  },

  /** The longest time without a packet since `watchArrivals`, to 50 ms. Milliseconds. */
  longestSilence: () => arrivals.longest,

  /** The received and sent media, from WebRTC's own counters. */
  async counters(): Promise<{ framesDecoded: number; audioBytes: number; packetsIn: number; packetsOut: number }> {
    const sum = { framesDecoded: 0, audioBytes: 0, packetsIn: 0, packetsOut: 0 }
    for (const report of await Promise.all([send, receive].map((transport) => transport?.getStats()))) {
      report?.forEach((stat) => {
        // The worker's bandwidth probes are not media of a consumer.
        if (stat.type === 'inbound-rtp' && stat.mid !== 'probator') {
          sum.packetsIn += stat.packetsReceived ?? 0
          if (stat.kind === 'video') sum.framesDecoded += stat.framesDecoded ?? 0
          else sum.audioBytes += stat.bytesReceived ?? 0
        }
        if (stat.type === 'outbound-rtp') sum.packetsOut += stat.packetsSent ?? 0
      })
    }
    return sum
  },
}
window.mediaClient = mediaClient
export type MediaClient = typeof mediaClient
