/** A raw WebSocket client (RFC 6455) that violates the protocol: partial frames, wrong lengths, endless fragments. */
import { connect } from 'node:net'

const WAIT_MS = 5_000
const MASK = Buffer.alloc(4)
/** A client frame with a zero mask. */
const frame = (first: number, payload: Buffer): Buffer => Buffer.concat([Buffer.from([first, 0x80 | payload.length]), MASK, payload])
const FIN_TEXT = 0x81
const text = (content: string) => Buffer.from(content)

/** Each of these closes the socket, by the server or from this side. */
export const BROKEN: readonly Buffer[] = [
  Buffer.from([FIN_TEXT]),
  Buffer.from([FIN_TEXT, 0x85, 0, 0, 0, 0, 0x7b]),
  Buffer.from([FIN_TEXT, 0x02, 0x7b, 0x7d]),
  Buffer.concat([Buffer.from([FIN_TEXT, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), MASK]),
  Buffer.concat([Buffer.from([FIN_TEXT, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]), MASK]),
  frame(0xf1, text('{}')),
  frame(0x83, text('{}')),
  frame(0x8b, text('{}')),
  frame(0x80, text('{}')),
  frame(0x01, text('{"type":')),
  Buffer.concat([frame(0x01, text('{"type":')), frame(FIN_TEXT, text('{}'))]),
  frame(0x09, text('x')),
  frame(0x88, Buffer.from([0x03])),
  frame(0x88, Buffer.from([0x00, 0x01])),
  frame(0x88, Buffer.from([0x03, 0xe8, 0xff, 0xfe])),
  frame(FIN_TEXT, Buffer.from([0xc3, 0x28])),
  Buffer.concat([frame(0x01, Buffer.from([0xf0, 0x9f])), frame(0x80, Buffer.from([0x92]))]),
  Buffer.concat([frame(0x89, text('a')), frame(0x8a, text('b')), frame(0x82, text('c'))]),
]

/** @returns the code of the server's close frame; 0 if the connection ended without one */
export function breakSocket(base: string, bytes: Buffer, { cookie, address }: { cookie: string; address: string }): Promise<number> {
  const { port, host } = new URL(base)
  return new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: address }, () => {
      const lines = ['GET /ws HTTP/1.1', `Host: ${host}`, 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
      socket.write(`${[...lines, 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', `Cookie: ${cookie}`].join('\r\n')}\r\n\r\n`)
      socket.end(bytes)
    })
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', () => undefined)
    socket.setTimeout(WAIT_MS, () => socket.destroy())
    socket.on('close', () => {
      const all = Buffer.concat(received)
      const frames = all.subarray(all.indexOf('\r\n\r\n') + 4)
      const at = frames.lastIndexOf(0x88)
      resolve(at >= 0 && frames.length >= at + 4 ? frames.readUInt16BE(at + 2) : 0)
    })
  })
}
