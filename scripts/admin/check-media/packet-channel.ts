/** Packets to one address and back: over UDP, or over a TCP or TLS connection. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Address, stunLength } from './stun.ts'

/** The first of the retransmissions of a request, then twice as long each time (RFC 8489, 6.2.1: 500 ms, for distant servers). */
const RETRANSMIT_MS = 250

/** Why packets do not pass here, as a person reads it after the path: `no answer within 3 s: …`. */
export class PathFailure extends Error {}

/** @param closed what to look at */
export const noAnswer = (ms: number, closed: string) => new PathFailure(`no answer within ${Math.round(ms / 1_000)} s: ${closed}`)

const NO_ROUTE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/** The sentence for an error of a socket, a TLS connection or a name. */
export function failureOf(error: NodeJS.ErrnoException): PathFailure {
  const { code = '', message, syscall } = error
  if (code === 'ECONNREFUSED') return new PathFailure('refused: nothing listens there, or a firewall rejects it')
  if (code === 'ECONNRESET' || code === 'EPIPE') return new PathFailure('the connection is cut: does a firewall or a proxy inspect it?')
  if (NO_ROUTE.has(code)) return new PathFailure(`no route from here (${code})`)
  if (code === 'EACCES' || code === 'EPERM') return new PathFailure(`a firewall of this machine forbids it (${code})`)
  if (syscall === 'getaddrinfo') return new PathFailure(`the name is not known here (${code})`)
  return new PathFailure(code ? `failed: ${message} (${code})` : `failed: ${message}`)
}

export abstract class PacketChannel {
  /** Packets may be lost: requests are sent again. */
  abstract readonly isLossy: boolean
  readonly #readers = new Set<(packet: Buffer) => void>()
  readonly #failing = new Set<(error: PathFailure) => void>()
  #failure: PathFailure | undefined

  abstract send(packet: Buffer): void
  abstract close(): void

  protected received(packet: Buffer): void {
    for (const read of [...this.#readers]) read(packet)
  }

  protected fail(error: PathFailure): void {
    this.#failure ??= error
    for (const failing of [...this.#failing]) failing(this.#failure)
  }

  /** Calls back for every packet, until the returned function is called. */
  onPacket(read: (packet: Buffer) => void): () => void {
    this.#readers.add(read)
    return () => this.#readers.delete(read)
  }

  /**
   * Sends a packet and waits for its answer.
   * @param read returns undefined of packets that are no answer; throws PathFailure of an answer that refuses
   * @param late makes the error after `ms` milliseconds
   * @throws PathFailure
   */
  async ask<T>(packet: Buffer, read: (packet: Buffer) => T | undefined, ms: number, late: () => PathFailure): Promise<T> {
    if (this.#failure) throw this.#failure
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const stopReading = this.onPacket((answer) => {
      try {
        const found = read(answer)
        if (found !== undefined) resolve(found)
      } catch (error) {
        reject(error)
      }
    })
    this.#failing.add(reject)
    const timers = [setTimeout(() => reject(late()), ms)]
    if (this.isLossy)
      for (let at = RETRANSMIT_MS; at < ms; at = at * 2 + RETRANSMIT_MS) timers.push(setTimeout(() => this.send(packet), at))
    try {
      this.send(packet)
      return await promise
    } finally {
      for (const timer of timers) clearTimeout(timer)
      stopReading()
      this.#failing.delete(reject)
    }
  }
}

/** IPv4 before IPv6, as TURN servers and media nodes are asked by most browsers. @throws PathFailure */
export async function resolve(host: string): Promise<{ readonly address: string; readonly family: number }> {
  try {
    return await lookup(host, { order: 'ipv4first' })
  } catch (error) {
    throw failureOf(error as NodeJS.ErrnoException)
  }
}

export class UdpChannel extends PacketChannel {
  readonly isLossy = true
  readonly #socket: UdpSocket

  /** Connected, so that the system reports a port that rejects packets. @throws PathFailure */
  static async open({ address: host, port }: Address): Promise<UdpChannel> {
    const { address, family } = await resolve(host)
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    try {
      await new Promise<void>((done, reject) => {
        socket.once('error', reject)
        socket.connect(port, address, () => {
          socket.off('error', reject)
          done()
        })
      })
    } catch (error) {
      socket.close()
      throw failureOf(error as NodeJS.ErrnoException)
    }
    return new UdpChannel(socket)
  }

  private constructor(socket: UdpSocket) {
    super()
    this.#socket = socket
    socket.on('message', (packet) => this.received(packet))
    socket.on('error', (error) => this.fail(failureOf(error)))
  }

  send(packet: Buffer): void {
    this.#socket.send(packet, (error) => {
      if (error) this.fail(failureOf(error))
    })
  }

  close(): void {
    this.#socket.close()
  }
}

/** How packets are separated on a stream: each after its length in two bytes (RFC 4571, 2), or STUN messages, which say their own. */
export type Framing = 'rfc4571' | 'stun'
export type StreamOptions = {
  readonly framing: Framing
  /** With the TLS of browsers: the certificate has to be valid for the host. */
  readonly tls: boolean
  /** Milliseconds until it is connected. */
  readonly ms: number
  readonly late: () => PathFailure
}

export class StreamChannel extends PacketChannel {
  readonly isLossy = false
  readonly #socket: Socket
  readonly #framing: Framing
  #rest = Buffer.alloc(0)

  /** @throws PathFailure */
  static async open({ address: host, port }: Address, { framing, tls, ms, late }: StreamOptions): Promise<StreamChannel> {
    const { address } = await resolve(host)
    const { promise, resolve: connected, reject } = Promise.withResolvers<void>()
    const at = { host: address, port }
    const socket = tls ? connectTls({ ...at, ...(isIP(host) ? {} : { servername: host }) }, connected) : connectTcp(at, connected)
    socket.on('error', (error: NodeJS.ErrnoException) => reject(tls ? tlsFailureOf(error) : failureOf(error)))
    const timer = setTimeout(() => reject(late()), ms)
    try {
      await promise
      return new StreamChannel(socket, framing)
    } catch (error) {
      socket.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  private constructor(socket: Socket, framing: Framing) {
    super()
    this.#socket = socket
    this.#framing = framing
    socket.on('data', (bytes) => this.#read(bytes))
    socket.on('error', (error) => this.fail(failureOf(error)))
    socket.on('close', () => this.fail(new PathFailure('the connection is closed by the other end')))
  }

  #read(bytes: Buffer): void {
    const { packets, rest } = splitStream(Buffer.concat([this.#rest, bytes]), this.#framing)
    this.#rest = rest
    for (const packet of packets) this.received(packet)
  }

  send(packet: Buffer): void {
    if (this.#framing === 'rfc4571') {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(packet.length)
      this.#socket.write(length)
    }
    this.#socket.write(packet)
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** Errors of the certificate come without a system's code, such as CERT_HAS_EXPIRED. */
function tlsFailureOf(error: NodeJS.ErrnoException): PathFailure {
  return error.syscall || !error.code ? failureOf(error) : new PathFailure(`refused: the TLS certificate or handshake (${error.code})`)
}

/** @returns the whole packets of a stream's bytes, and what is left */
export function splitStream(bytes: Buffer, framing: Framing): { readonly packets: readonly Buffer[]; readonly rest: Buffer<ArrayBuffer> } {
  const packets: Buffer[] = []
  const [head, skipped] = framing === 'rfc4571' ? [2, 2] : [4, 0]
  let at = 0
  while (at + head <= bytes.length) {
    const end = at + (framing === 'rfc4571' ? 2 + bytes.readUInt16BE(at) : stunLength(bytes.subarray(at)))
    if (end > bytes.length) break
    packets.push(bytes.subarray(at + skipped, end))
    at = end
  }
  return { packets, rest: Buffer.from(bytes.subarray(at)) }
}
