/**
 * Compares the speed of media workers: `node scripts/run.mjs scripts/media-worker/compare.ts <program> <program> …`. Each in turn forwards
 * RTP packets over two routers with SRTP between them, so that it receives and sends each packet twice, and encrypts and decrypts it once.
 * Printed are the packets for which it took a second of CPU time, and the ratio to the first program's: the median of all rounds, and
 * their spread.
 */
import { createSocket } from 'node:dgram'
import { createWorker, type types } from 'mediasoup'
import { inWords, spread } from '../lab/bench/stats.ts'
import { StartError } from '../servers/server.ts'

const ROUNDS = 11
const ROUND_MS = 3_000
/** Below what a socket's buffer loses on a busy machine. */
const BURST = 40
const BURST_EVERY_MS = 4
const PAYLOAD_BYTES = 1_000
const HOST = '127.0.0.1'
const VP8: types.RtpCodecCapability = {
  kind: 'video',
  mimeType: 'video/VP8',
  clockRate: 90_000,
  preferredPayloadType: 96,
  parameters: {},
}
const RTP: types.RtpParameters = {
  codecs: [{ mimeType: 'video/VP8', payloadType: 96, clockRate: 90_000 }],
  encodings: [{ ssrc: 4_242 }],
  rtcp: { cname: 'compare' },
}
const LISTEN: types.PlainTransportOptions = { listenInfo: { protocol: 'udp', ip: HOST }, rtcpMux: true }

/** @returns packets per second of the worker's CPU time */
async function measure(workerBin: string): Promise<number> {
  const worker = await createWorker({ workerBin, logLevel: 'error' })
  const [sender, sink] = [createSocket('udp4'), createSocket('udp4')]
  try {
    await new Promise<void>((bound) => sink.bind(0, HOST, bound))
    let received = 0
    sink.on('message', (packet) => {
      // Reports share the port, and are small.
      if (packet.length > PAYLOAD_BYTES) received += 1
    })
    const entry = await forward(worker, sink.address().port)
    const before = await worker.getResourceUsage()
    await send(sender, entry.tuple.localPort)
    const after = await worker.getResourceUsage()
    const cpuMs = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return (received / cpuMs) * 1_000
  } finally {
    worker.close()
    sender.close()
    sink.close()
  }
}

/** RTP in → first router → SRTP → second router → RTP out. @returns where to send */
async function forward(worker: types.Worker, port: number): Promise<types.PlainTransport> {
  const srtp = { enableSrtp: true, srtpCryptoSuite: 'AEAD_AES_256_GCM' } as const
  const routers = await Promise.all([1, 2].map(() => worker.createRouter({ mediaCodecs: [VP8] })))
  const [first, second] = routers as [types.Router, types.Router]
  const [entry, out, into, exit] = await Promise.all([
    first.createPlainTransport({ ...LISTEN, comedia: true }),
    first.createPlainTransport({ ...LISTEN, ...srtp }),
    second.createPlainTransport({ ...LISTEN, ...srtp }),
    second.createPlainTransport(LISTEN),
  ])
  const { srtpParameters: outKey } = out
  const { srtpParameters: intoKey } = into
  if (!outKey || !intoKey) throw new Error('no SRTP')
  await out.connect({ ip: HOST, port: into.tuple.localPort, srtpParameters: intoKey })
  await into.connect({ ip: HOST, port: out.tuple.localPort, srtpParameters: outKey })
  await exit.connect({ ip: HOST, port })
  await relay(first, entry, RTP, out).then((between) => relay(second, into, between, exit))
  return entry
}

/** @returns how the consumer sends */
async function relay(
  router: types.Router,
  from: types.PlainTransport,
  rtpParameters: types.RtpParameters,
  to: types.PlainTransport,
): Promise<types.RtpParameters> {
  const producer = await from.produce({ kind: 'video', rtpParameters })
  const consumer = await to.consume({ producerId: producer.id, rtpCapabilities: router.rtpCapabilities })
  return consumer.rtpParameters
}

async function send(socket: ReturnType<typeof createSocket>, port: number): Promise<void> {
  const packet = Buffer.alloc(12 + PAYLOAD_BYTES)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8(96, 1)
  packet.writeUInt32BE(4_242, 8)
  // VP8: the start of a partition of a key frame, so that a consumer passes it on.
  packet.writeUInt8(0x10, 12)
  const until = performance.now() + ROUND_MS
  for (let sequence = 0; performance.now() < until; ) {
    for (let sent = 0; sent < BURST; sent += 1, sequence += 1) {
      packet.writeUInt16BE(sequence & 0xffff, 2)
      packet.writeUInt32BE((sequence * 90) >>> 0, 4)
      socket.send(Buffer.from(packet), port, HOST)
    }
    await new Promise((resolve) => setTimeout(resolve, BURST_EVERY_MS))
  }
}

const programs = process.argv.slice(2)
if (programs.length === 0) throw new StartError('Name the media workers: compare.ts <program> <program> …')
const seen = programs.map((): number[] => [])
for (let round = 0; round < ROUNDS; round += 1) for (const [index, program] of programs.entries()) seen[index]?.push(await measure(program))
for (const [index, program] of programs.entries()) {
  const values = seen[index] ?? []
  const ratios = values.map((value, round) => value / (seen[0]?.[round] ?? value))
  console.log(`${Math.round(spread(values).median)} packets per CPU second, ratio ${inWords(spread(ratios), 3)}  ${program}`)
}
