/** Tries every path on which a browser would reach the media rooms: each announced address by UDP and TCP, and each TURN server. */
import { isIPv4, isIPv6 } from 'node:net'
import { checkConnectivity, checkDtls } from './ice-check.ts'
import type { MediaCandidate, MediaRoom, MediaTransport } from './media-rooms.ts'
import { noAnswer, type PacketChannel, PathFailure, resolve, StreamChannel, UdpChannel } from './packet-channel.ts'
import { TurnAllocation, type TurnServer } from './turn.ts'

export type PathResult = {
  readonly path: 'UDP' | 'TCP' | 'TURN'
  /** `203.0.113.7:40000`, or the URL of a TURN server. */
  readonly to: string
  /** Whole milliseconds until the answer, at least 1; null if the path does not work. */
  readonly ms: number | null
  /** Why it does not work, and what to look at; null if it works. */
  readonly problem: string | null
}
export type MediaReport = {
  /** Whether a call has at least one path, on whichever media port it is. */
  readonly works: boolean
  readonly paths: readonly PathResult[]
  /** The addresses of rooms that no path reaches. */
  readonly unreachable: readonly string[]
}

/** Milliseconds: of a step, such as an answer to ICE, and of all steps of one path together. */
const STEP_MS = 3_000
const PATH_MS = 6_000

type Tried = { readonly result: PathResult; readonly reached: readonly MediaRoom[] }

/** Takes at most PATH_MS, because all paths are tried at the same time. */
export async function checkPaths(rooms: readonly MediaRoom[]): Promise<MediaReport> {
  const direct = rooms.flatMap((room) => room.candidates.map((candidate, index) => tryCandidate(room, candidate, room.transports[index])))
  const relayed = turnServersOf(rooms).map((server) => tryTurn(server, rooms))
  const tried = await Promise.all([...direct, ...relayed])
  const unreached = rooms.filter((room) => !tried.some(({ reached }) => reached.includes(room)))
  return {
    works: rooms.length > 0 && unreached.length === 0,
    paths: tried.map(({ result }) => result),
    unreachable: unreached.map(({ candidates: [first] }) => (first ? addressOf(first) : 'a media node without addresses')),
  }
}

export const addressOf = ({ address, port }: Pick<MediaCandidate, 'address' | 'port'>) =>
  isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`

/** @returns milliseconds that the next step of a path may take */
function startPath(): () => number {
  const end = performance.now() + PATH_MS
  return () => Math.max(1, Math.min(STEP_MS, end - performance.now()))
}

const whole = (ms: number) => Math.max(1, Math.round(ms))

/** @throws what is no PathFailure */
function problemOf(error: unknown): string {
  if (error instanceof PathFailure) return error.message
  throw error
}

/** @param transport of its own; without one DTLS is left out */
async function tryCandidate(room: MediaRoom, candidate: MediaCandidate, transport: MediaTransport | undefined): Promise<Tried> {
  const path = candidate.protocol === 'udp' ? 'UDP' : 'TCP'
  const to = addressOf(candidate)
  const closed = `is ${path} port ${candidate.port} open in the firewall?`
  const msLeft = startPath()
  try {
    const ms = await onChannel(await openChannel(candidate, msLeft(), closed), async (channel) => {
      const { ice } = transport ?? firstTransport(room)
      const answered = await checkConnectivity(channel, ice, msLeft(), closed)
      if (transport) await connectAndCheckDtls(channel, transport, msLeft)
      return answered
    })
    return { result: { path, to, ms: whole(ms), problem: null }, reached: [room] }
  } catch (error) {
    return { result: { path, to, ms: null, problem: problemOf(error) }, reached: [] }
  }
}

async function connectAndCheckDtls(channel: PacketChannel, transport: MediaTransport, msLeft: () => number): Promise<void> {
  try {
    await transport.connect()
  } catch (error) {
    throw new PathFailure(`answers ICE, but the product does not connect the transport: ${(error as Error).message}`)
  }
  await checkDtls(channel, msLeft())
}

function openChannel(candidate: MediaCandidate, ms: number, closed: string): Promise<PacketChannel> {
  if (candidate.protocol === 'udp') return UdpChannel.open(candidate)
  return StreamChannel.open(candidate, { framing: 'rfc4571', tls: false, ms, late: () => noAnswer(ms, closed) })
}

async function onChannel<T>(channel: PacketChannel, work: (channel: PacketChannel) => Promise<T>): Promise<T> {
  try {
    return await work(channel)
  } finally {
    channel.close()
  }
}

function firstTransport({ transports: [first] }: MediaRoom): MediaTransport {
  if (!first) throw new PathFailure('the product made no transport')
  return first
}

/** Each URL once; `stun:` servers are not needed to reach a server with a public address. */
function turnServersOf(rooms: readonly MediaRoom[]): TurnServer[] {
  const servers = rooms.flatMap(({ iceServers }) =>
    iceServers.flatMap(({ urls, username = '', credential = '' }) => urls.map((url) => ({ url, username, credential }))),
  )
  const turn = servers.filter(({ url }) => /^turns?:/i.test(url))
  return [...new Map(turn.map((server) => [server.url, server])).values()]
}

async function tryTurn(server: TurnServer, rooms: readonly MediaRoom[]): Promise<Tried> {
  const [path, to, from] = ['TURN', server.url, performance.now()] as const
  const msLeft = startPath()
  try {
    const allocation = await TurnAllocation.open(server, msLeft)
    const tried = await Promise.all(rooms.map((room) => tryRelayed(allocation, room, msLeft))).finally(() => allocation.close())
    const ms = whole(performance.now() - from)
    const reached = rooms.filter((_, index) => tried[index] === null)
    const problem = tried.find((one) => one !== null) ?? null
    return { result: { path, to, ms: problem ? null : ms, problem }, reached }
  } catch (error) {
    return { result: { path, to, ms: null, problem: problemOf(error) }, reached: [] }
  }
}

/** @returns why the room is not reached; null if it is */
async function tryRelayed(allocation: TurnAllocation, room: MediaRoom, msLeft: () => number): Promise<string | null> {
  const candidate = room.candidates.find(({ protocol, address }) => protocol === 'udp' && !isIPv6(address))
  if (!candidate) return 'allocated, but the media node announces no IPv4 address, which a relay could reach'
  const to = addressOf(candidate)
  try {
    const { address } = isIPv4(candidate.address) ? candidate : await resolve(candidate.address)
    const closed = `it allocates, but ${to} does not answer through it. May it reach that address, and is the UDP port open for it?`
    const channel = await allocation.channelTo({ address, port: candidate.port })
    await onChannel(channel, (relayed) => checkConnectivity(relayed, firstTransport(room).ice, msLeft(), closed))
    return null
  } catch (error) {
    const problem = problemOf(error)
    return problem.includes(to) ? problem : `for ${to}: ${problem}`
  }
}
