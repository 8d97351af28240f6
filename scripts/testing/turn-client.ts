/** Asks a TURN server for an allocation over UDP (RFC 8656) with long-term credentials (RFC 8489, section 9.2). */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const ALLOCATE = 0x0003
const ALLOCATED = 0x0103
const MAGIC_COOKIE = 0x2112a442
const HEADER = 20
const ATTRIBUTE = { username: 0x0006, integrity: 0x0008, errorCode: 0x0009, realm: 0x0014, nonce: 0x0015, transport: 0x0019 } as const
const UDP = Buffer.from([17, 0, 0, 0])
const ANSWER_MS = 5_000

type Reply = { readonly type: number; readonly attributes: ReadonlyMap<number, Buffer> }
export type TurnUser = { readonly username: string; readonly credential: string }

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)])
}

/** @param key signs the request with MESSAGE-INTEGRITY; the signed length includes the 24 bytes of this attribute */
function allocateRequest(attributes: readonly Buffer[], key?: Buffer): Buffer {
  const body = Buffer.concat([attribute(ATTRIBUTE.transport, UDP), ...attributes])
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(ALLOCATE)
  header.writeUInt16BE(body.length + (key ? 24 : 0), 2)
  header.writeUInt32BE(MAGIC_COOKIE, 4)
  randomBytes(12).copy(header, 8)
  const message = Buffer.concat([header, body])
  return key ? Buffer.concat([message, attribute(ATTRIBUTE.integrity, createHmac('sha1', key).update(message).digest())]) : message
}

function parse(message: Buffer): Reply {
  const attributes = new Map<number, Buffer>()
  for (let at = HEADER; at < message.length; ) {
    const length = message.readUInt16BE(at + 2)
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + length + (-length & 3)
  }
  return { type: message.readUInt16BE(0), attributes }
}

/** @returns `allocated`, or the code of the error that answers the signed request */
export async function askForAllocation(port: number, { username, credential }: TurnUser): Promise<'allocated' | number> {
  const socket = createSocket('udp4')
  const ask = async (request: Buffer): Promise<Reply> => {
    socket.send(request, port, '127.0.0.1')
    const [answer] = await once(socket, 'message', { signal: AbortSignal.timeout(ANSWER_MS) })
    return parse(answer as Buffer)
  }
  try {
    const { attributes } = await ask(allocateRequest([]))
    const [realm, nonce] = [attributes.get(ATTRIBUTE.realm), attributes.get(ATTRIBUTE.nonce)]
    if (!realm || !nonce) throw new Error('the TURN server answered the unsigned request without realm and nonce')
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest()
    const user = attribute(ATTRIBUTE.username, Buffer.from(username))
    const reply = await ask(allocateRequest([user, attribute(ATTRIBUTE.realm, realm), attribute(ATTRIBUTE.nonce, nonce)], key))
    if (reply.type === ALLOCATED) return 'allocated'
    const error = reply.attributes.get(ATTRIBUTE.errorCode)
    return error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0
  } finally {
    socket.close()
  }
}
