/** A client of TURN servers (RFC 8656) over UDP, TCP and TLS, with long-term credentials: one allocation, and packets through it. */
import { noAnswer, PacketChannel, PathFailure, StreamChannel, UdpChannel } from './packet-channel.ts'
import {
  type Address,
  ATTRIBUTE,
  type Attribute,
  decodeStun,
  decodeXorAddress,
  encodeStun,
  encodeXorAddress,
  errorCodeOf,
  isSignedWith,
  longTermKey,
  newTransactionId,
  type StunMessage,
  TYPE,
} from './stun.ts'

export type TurnServer = { readonly url: string; readonly username: string; readonly credential: string }
type TurnAddress = Address & { readonly transport: 'udp' | 'tcp' | 'tls' | 'dtls' }

/** RFC 7065, 3.1 and 3.2. */
const TURN_URL = /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i
const REQUESTED_UDP: Attribute = ['requestedTransport', Buffer.from([17, 0, 0, 0])]

/** The refusal of a TURN server, with its code. */
export class TurnRefusal extends PathFailure {
  readonly code: number

  constructor(code: number, hint: string) {
    super(`refused: ${code || 'an unexpected answer'}${hint && ` (${hint})`}`)
    this.code = code
  }
}

const HINTS: Readonly<Record<number, string>> = {
  401: "is TURN_SECRET the server's static-auth-secret, and are the clocks of both right?",
  403: 'it may not send to that address: add it to its allowed peers',
  486: 'it has no more allocations for this user',
  508: 'it has no free ports',
}
const refusal = (code: number | undefined) => new TurnRefusal(code ?? 0, HINTS[code ?? 0] ?? '')

/** @throws PathFailure of what is no TURN URL */
export function parseTurnUrl(url: string): TurnAddress {
  const [, scheme = '', host = '', port, wanted] = TURN_URL.exec(url) ?? []
  if (!host) throw new PathFailure('is no TURN URL')
  const isSecure = scheme.toLowerCase() === 'turns'
  const overTcp = (wanted?.toLowerCase() ?? (isSecure ? 'tcp' : 'udp')) === 'tcp'
  const transport = overTcp ? (isSecure ? 'tls' : 'tcp') : isSecure ? 'dtls' : 'udp'
  return { address: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (isSecure ? 5_349 : 3_478)), transport }
}

/** @param msLeft milliseconds that the next step may take */
async function openChannel(at: TurnAddress, msLeft: () => number): Promise<PacketChannel> {
  if (at.transport === 'dtls') throw new PathFailure('no browser uses TURN over DTLS: write turns:…?transport=tcp')
  if (at.transport === 'udp') return UdpChannel.open(at)
  const ms = msLeft()
  return StreamChannel.open(at, { framing: 'stun', tls: at.transport === 'tls', ms, late: () => noAnswer(ms, openPort(at)) })
}

const openPort = ({ transport, port }: TurnAddress) => `is ${transport === 'udp' ? 'UDP' : 'TCP'} port ${port} open in the firewall?`

export class TurnAllocation {
  readonly #channel: PacketChannel
  readonly #msLeft: () => number
  readonly #closed: string
  #credentials: readonly Attribute[] = []
  #key: Buffer | undefined

  /**
   * Asks for an allocation of UDP.
   * @param msLeft milliseconds that the next step may take
   * @throws PathFailure; TurnRefusal with the server's code
   */
  static async open(server: TurnServer, msLeft: () => number): Promise<TurnAllocation> {
    const at = parseTurnUrl(server.url)
    const allocation = new TurnAllocation(await openChannel(at, msLeft), msLeft, openPort(at))
    try {
      await allocation.#allocate(server)
      return allocation
    } catch (error) {
      allocation.#channel.close()
      throw error
    }
  }

  private constructor(channel: PacketChannel, msLeft: () => number, closed: string) {
    this.#channel = channel
    this.#msLeft = msLeft
    this.#closed = closed
  }

  /** The unsigned request is answered with realm and nonce, which the signed one needs (RFC 8489, 9.2.3). */
  async #allocate({ username, credential }: TurnServer): Promise<void> {
    const unsigned = await this.#request(TYPE.allocateRequest, () => [REQUESTED_UDP])
    const [realm, nonce] = [unsigned.attributes.get(ATTRIBUTE.realm), unsigned.attributes.get(ATTRIBUTE.nonce)]
    if (!realm || !nonce) throw refusal(errorCodeOf(unsigned))
    this.#key = longTermKey(username, realm, credential)
    this.#credentials = [
      ['username', Buffer.from(username)],
      ['realm', realm],
      ['nonce', nonce],
    ]
    const answer = await this.#request(TYPE.allocateRequest, () => [REQUESTED_UDP])
    if (answer.type !== TYPE.allocateSuccess) throw refusal(errorCodeOf(answer))
    if (!isSignedWith(answer, this.#key)) throw new PathFailure('refused: another TURN server answers there')
  }

  async #request(type: number, attributesOf: (transactionId: Buffer) => readonly Attribute[]): Promise<StunMessage> {
    const transactionId = newTransactionId()
    const attributes = [...attributesOf(transactionId), ...this.#credentials]
    const read = (packet: Buffer) => {
      const message = decodeStun(packet)
      return message?.transactionId.equals(transactionId) ? message : undefined
    }
    const ms = this.#msLeft()
    return this.#channel.ask(encodeStun(type, transactionId, attributes, this.#key), read, ms, () => noAnswer(ms, this.#closed))
  }

  /** Lets packets of an address through, and gives a channel to it. @throws TurnRefusal, PathFailure */
  async channelTo(peer: Address): Promise<PacketChannel> {
    const answer = await this.#request(TYPE.permissionRequest, (id) => [['xorPeerAddress', encodeXorAddress(peer, id)]])
    if (answer.type !== TYPE.permissionSuccess) throw refusal(errorCodeOf(answer))
    return new RelayedChannel(this.#channel, peer)
  }

  /** Frees the allocation at once; over TCP the server does that when the connection ends. */
  close(): void {
    const lifetime: Attribute = ['lifetime', Buffer.alloc(4)]
    this.#channel.send(encodeStun(TYPE.refreshRequest, newTransactionId(), [lifetime, ...this.#credentials], this.#key))
    this.#channel.close()
  }
}

/** Packets in Send and Data indications (RFC 8656, 11). */
class RelayedChannel extends PacketChannel {
  readonly isLossy = true
  readonly #server: PacketChannel
  readonly #peer: Address
  readonly #stopReading: () => void

  constructor(server: PacketChannel, peer: Address) {
    super()
    this.#server = server
    this.#peer = peer
    this.#stopReading = server.onPacket((packet) => this.#read(packet))
  }

  #read(packet: Buffer): void {
    const message = decodeStun(packet)
    if (message?.type !== TYPE.dataIndication) return
    const [from, data] = [message.attributes.get(ATTRIBUTE.xorPeerAddress), message.attributes.get(ATTRIBUTE.data)]
    const sender = from && decodeXorAddress(from, message.transactionId)
    if (data && sender?.address === this.#peer.address && sender.port === this.#peer.port) this.received(data)
  }

  send(packet: Buffer): void {
    const transactionId = newTransactionId()
    const peer: Attribute = ['xorPeerAddress', encodeXorAddress(this.#peer, transactionId)]
    this.#server.send(encodeStun(TYPE.sendIndication, transactionId, [peer, ['data', packet]]))
  }

  close(): void {
    this.#stopReading()
  }
}
