/** What a browser does first on a path to a media node: ICE's connectivity check (RFC 8445, 7), then the DTLS handshake. */
import { randomBytes } from 'node:crypto'
import { clientHello, readServerPacket } from './dtls.ts'
import { noAnswer, type PacketChannel, PathFailure } from './packet-channel.ts'
import { type Attribute, decodeStun, encodeStun, errorCodeOf, isSignedWith, newTransactionId, TYPE } from './stun.ts'

/** The credentials of one transport of the node. */
export type IceCredentials = { readonly usernameFragment: string; readonly password: string }

/** As of a peer-reflexive candidate (RFC 8445, 5.1.2.1). */
const PRIORITY = 110 * 2 ** 24 + 65_535 * 2 ** 8 + 255
const OTHER_PROGRAM = 'another program, or another media node, answers there'

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * One check, which nominates the path: the node sends on it from then on.
 * @param closed what to look at if there is no answer
 * @returns milliseconds until the answer @throws PathFailure
 */
export async function checkConnectivity(channel: PacketChannel, ice: IceCredentials, ms: number, closed: string): Promise<number> {
  const transactionId = newTransactionId()
  const key = Buffer.from(ice.password)
  const attributes: readonly Attribute[] = [
    ['username', Buffer.from(`${ice.usernameFragment}:${randomBytes(4).toString('hex')}`)],
    ['iceControlling', randomBytes(8)],
    ['useCandidate', Buffer.alloc(0)],
    ['priority', uint32(PRIORITY)],
  ]
  const from = performance.now()
  const read = (packet: Buffer): number | undefined => {
    const answer = decodeStun(packet)
    if (!answer?.transactionId.equals(transactionId)) return undefined
    if (answer.type === TYPE.bindingError) throw new PathFailure(`refused: ${errorCodeOf(answer)} (${OTHER_PROGRAM})`)
    if (answer.type !== TYPE.bindingSuccess) return undefined
    if (!isSignedWith(answer, key)) throw new PathFailure(`refused: ${OTHER_PROGRAM}`)
    return performance.now() - from
  }
  const request = encodeStun(TYPE.bindingRequest, transactionId, attributes, key)
  return channel.ask(request, read, ms, () => noAnswer(ms, closed))
}

/** Begins a handshake on a path that is checked, and waits for the node's certificate. @throws PathFailure */
export async function checkDtls(channel: PacketChannel, ms: number): Promise<void> {
  const read = (packet: Buffer): true | undefined => {
    const found = readServerPacket(packet)
    if (found === 'alert') throw new PathFailure('answers ICE, but refuses DTLS')
    return found === 'flight' ? true : undefined
  }
  const closed = 'it answers ICE, but not DTLS: does a firewall inspect packets, or drop large ones?'
  await channel.ask(clientHello(), read, ms, () => noAnswer(ms, closed))
}
