/** STUN messages (RFC 8489) with the attributes of ICE checks (RFC 8445, 7.1) and of TURN (RFC 8656, 18). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import ipaddr from 'ipaddr.js'

const MAGIC_COOKIE = 0x2112a442
const HEADER = 20
const INTEGRITY_BYTES = 20
const FINGERPRINT_XOR = 0x5354554e

/** Method and class together, as in the first two bytes of a message (RFC 8489, 5). */
export const TYPE = {
  bindingRequest: 0x0001,
  bindingSuccess: 0x0101,
  bindingError: 0x0111,
  allocateRequest: 0x0003,
  allocateSuccess: 0x0103,
  refreshRequest: 0x0004,
  sendIndication: 0x0016,
  dataIndication: 0x0017,
  permissionRequest: 0x0008,
  permissionSuccess: 0x0108,
} as const

export const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  xorPeerAddress: 0x0012,
  data: 0x0013,
  realm: 0x0014,
  nonce: 0x0015,
  xorRelayedAddress: 0x0016,
  requestedTransport: 0x0019,
  xorMappedAddress: 0x0020,
  priority: 0x0024,
  useCandidate: 0x0025,
  fingerprint: 0x8028,
  iceControlling: 0x802a,
} as const

export type Attribute = readonly [name: keyof typeof ATTRIBUTE, value: Buffer]
export type Address = { readonly address: string; readonly port: number }
export type StunMessage = {
  readonly type: number
  readonly transactionId: Buffer
  /** By type; of a repeated one the first (RFC 8489, 14). */
  readonly attributes: ReadonlyMap<number, Buffer>
  readonly bytes: Buffer
}

export const newTransactionId = (): Buffer => randomBytes(12)

/**
 * A message that ends with FINGERPRINT.
 * @param key signs it with MESSAGE-INTEGRITY: the password of ICE, or a long-term key
 */
export function encodeStun(type: number, transactionId: Buffer, attributes: readonly Attribute[], key?: Buffer): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(type)
  header.writeUInt32BE(MAGIC_COOKIE, 4)
  transactionId.copy(header, 8)
  const body = attributes.map(([name, value]) => encodeAttribute(ATTRIBUTE[name], value))
  return protect(Buffer.concat([header, ...body]), key)
}

/** Adds MESSAGE-INTEGRITY, if there is a key, and FINGERPRINT to header and attributes (RFC 8489, 14.5 and 14.7). */
export function protect(message: Buffer, key?: Buffer): Buffer {
  const signed = key ? append(message, ATTRIBUTE.integrity, INTEGRITY_BYTES, (bytes) => integrityOf(bytes, key)) : message
  return append(signed, ATTRIBUTE.fingerprint, 4, fingerprintOf)
}

/** @param compute makes the value from what is before the attribute, whose length in the header already counts the attribute */
function append(message: Buffer, type: number, size: number, compute: (before: Buffer) => Buffer): Buffer {
  const before = withLength(message, message.length - HEADER + 4 + size)
  return Buffer.concat([before, encodeAttribute(type, compute(before))])
}

function withLength(message: Buffer, length: number): Buffer {
  const copy = Buffer.from(message)
  copy.writeUInt16BE(length, 2)
  return copy
}

const integrityOf = (bytes: Buffer, key: Buffer): Buffer => createHmac('sha1', key).update(bytes).digest()

function fingerprintOf(bytes: Buffer): Buffer {
  const value = Buffer.alloc(4)
  value.writeUInt32BE((crc32(bytes) ^ FINGERPRINT_XOR) >>> 0)
  return value
}

function encodeAttribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)])
}

/** @returns undefined if the bytes are no whole STUN message */
export function decodeStun(bytes: Buffer): StunMessage | undefined {
  if (bytes.length < HEADER || stunLength(bytes) !== bytes.length || bytes.readUInt32BE(4) !== MAGIC_COOKIE) return undefined
  const attributes = new Map<number, Buffer>()
  for (let at = HEADER; at < bytes.length; ) {
    if (at + 4 > bytes.length) return undefined
    const [type, length] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)]
    if (at + 4 + length > bytes.length) return undefined
    if (!attributes.has(type)) attributes.set(type, bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length + (-length & 3)
  }
  return { type: bytes.readUInt16BE(0), transactionId: bytes.subarray(8, HEADER), attributes, bytes }
}

/** Bytes of the message that begins here: on a stream messages follow one another. Needs the first four bytes. */
export const stunLength = (bytes: Buffer): number => HEADER + bytes.readUInt16BE(2)

/** Whether its MESSAGE-INTEGRITY is there and was made with this key. */
export function isSignedWith({ attributes, bytes }: StunMessage, key: Buffer): boolean {
  const found = attributes.get(ATTRIBUTE.integrity)
  if (found?.length !== INTEGRITY_BYTES) return false
  const at = found.byteOffset - bytes.byteOffset - 4
  const expected = integrityOf(withLength(bytes.subarray(0, at), at - HEADER + 4 + INTEGRITY_BYTES), key)
  return timingSafeEqual(found, expected)
}

/** The key of long-term credentials (RFC 8489, 9.2.2). */
export const longTermKey = (username: string, realm: Buffer, password: string): Buffer =>
  createHash('md5').update(`${username}:`).update(realm).update(`:${password}`).digest()

/** @returns the number of an error response, such as 401; undefined of any other message (RFC 8489, 14.8) */
export function errorCodeOf({ attributes }: StunMessage): number | undefined {
  const value = attributes.get(ATTRIBUTE.errorCode)
  return value && value.length >= 4 ? ((value[2] ?? 0) & 7) * 100 + (value[3] ?? 0) : undefined
}

/** The value of an XOR-…-ADDRESS attribute (RFC 8489, 14.2). @param address IPv4 or IPv6 */
export function encodeXorAddress({ address, port }: Address, transactionId: Buffer): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.from([0, bytes.length === 4 ? 1 : 2, 0, 0])
  head.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2)
  return Buffer.concat([head, xorWithHeader(bytes, transactionId)])
}

/** @returns undefined if the value is no address */
export function decodeXorAddress(value: Buffer, transactionId: Buffer): Address | undefined {
  const bytes = value.subarray(4)
  if (value.length < 4 || bytes.length !== (value[1] === 1 ? 4 : 16)) return undefined
  const address = ipaddr.fromByteArray([...xorWithHeader(bytes, transactionId)]).toString()
  return { address, port: value.readUInt16BE(2) ^ (MAGIC_COOKIE >>> 16) }
}

function xorWithHeader(bytes: Buffer, transactionId: Buffer): Buffer {
  const cookie = Buffer.alloc(4)
  cookie.writeUInt32BE(MAGIC_COOKIE)
  const mask = Buffer.concat([cookie, transactionId])
  return Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)))
}
