/**
 * The beginning of a DTLS 1.2 handshake (RFC 6347, 4), as a browser's page begins it: a ClientHello, and whether the server's first flight
 * has arrived. Nothing is encrypted until then, so that no keys are needed.
 */
import { randomBytes } from 'node:crypto'

const RECORD_HEADER = 13
const MESSAGE_HEADER = 12
const CONTENT = { alert: 21, handshake: 22 } as const
const CLIENT_HELLO = 1
/** It ends the server's first flight, after its certificate. */
const SERVER_HELLO_DONE = 14
/** DTLS 1.2; the record of a ClientHello has 1.0 (RFC 6347, 4.1). */
const VERSION = Buffer.from([0xfe, 0xfd])
const RECORD_VERSION = Buffer.from([0xfe, 0xff])

/** ECDHE with ECDSA or RSA and AES-128-GCM or AES-256-GCM: what browsers offer first. */
const CIPHER_SUITES = [0xc02b, 0xc02f, 0xc02c, 0xc030]
/** RFC 8422, 5.1 and 5.2; RFC 5246, 7.4.1.4.1; RFC 5764, 4.1.1; RFC 7627, 5.1; RFC 5746, 3.2. */
const EXTENSIONS: readonly (readonly [type: number, value: Buffer])[] = [
  // supported_groups: X25519, P-256
  [10, sized16(uint16(29, 23))],
  // ec_point_formats: uncompressed
  [11, sized8(Buffer.from([0]))],
  // signature_algorithms: ECDSA, RSA-PSS and PKCS #1 with SHA-256
  [13, sized16(uint16(0x0403, 0x0804, 0x0401))],
  // use_srtp: AES-GCM, AES-CM with SHA-1; no MKI
  [14, Buffer.concat([sized16(uint16(8, 7, 1)), Buffer.from([0])])],
  // extended_master_secret, renegotiation_info
  [23, Buffer.alloc(0)],
  [0xff01, Buffer.from([0])],
]

function uint16(...values: readonly number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]))
}
function uint24(value: number): Buffer {
  return Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff])
}
function sized8(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([value.length]), value])
}
function sized16(value: Buffer): Buffer {
  return Buffer.concat([uint16(value.length), value])
}

/** A record with a ClientHello of its own; repeated as it is, a server takes it for a retransmission. */
export function clientHello(): Buffer {
  const extensions = EXTENSIONS.map(([type, value]) => Buffer.concat([uint16(type), sized16(value)]))
  const [session, cookie, compression] = [sized8(Buffer.alloc(0)), sized8(Buffer.alloc(0)), sized8(Buffer.from([0]))]
  const suites = sized16(uint16(...CIPHER_SUITES))
  const body = Buffer.concat([VERSION, randomBytes(32), session, cookie, suites, compression, sized16(Buffer.concat(extensions))])
  const length = uint24(body.length)
  // Sequence number 0, and one fragment, which is the whole message.
  const message = Buffer.concat([Buffer.from([CLIENT_HELLO]), length, uint16(0), uint24(0), length, body])
  const [epoch, sequence] = [uint16(0), Buffer.alloc(6)]
  return Buffer.concat([Buffer.from([CONTENT.handshake]), RECORD_VERSION, epoch, sequence, sized16(message)])
}

/**
 * Reads one packet of a server.
 * @returns `flight`: the end of its first flight is in it; `alert`: it refuses the handshake; undefined of anything else
 */
export function readServerPacket(packet: Buffer): 'flight' | 'alert' | undefined {
  for (const { type, body } of recordsOf(packet)) {
    if (type === CONTENT.alert) return 'alert'
    if (type === CONTENT.handshake && messageTypesOf(body).includes(SERVER_HELLO_DONE)) return 'flight'
  }
  return undefined
}

type DtlsRecord = { readonly type: number; readonly body: Buffer }

/** Up to the first one that is not whole. */
function recordsOf(packet: Buffer): DtlsRecord[] {
  const records: DtlsRecord[] = []
  for (let at = 0; at + RECORD_HEADER <= packet.length; ) {
    const end = at + RECORD_HEADER + packet.readUInt16BE(at + 11)
    if (end > packet.length) break
    records.push({ type: packet.readUInt8(at), body: packet.subarray(at + RECORD_HEADER, end) })
    at = end
  }
  return records
}

/** Of the messages or fragments in a record. */
function messageTypesOf(body: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + MESSAGE_HEADER <= body.length; at += MESSAGE_HEADER + body.readUIntBE(at + 9, 3)) types.push(body.readUInt8(at))
  return types
}
