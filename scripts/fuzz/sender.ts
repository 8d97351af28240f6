/** Sends one request as it is, from an address of its own, and waits for whatever comes. */
import { request } from 'node:http'
import { connect } from 'node:net'
import type { WireRequest } from '#scripts/testing/generate/requests.ts'
import { type HttpAnswer, ONE_TRY } from '#scripts/testing/http-client.ts'

const ANSWER_MS = 20_000

/** All of 127.0.0.0/8 is this machine; these are apart from those of the test world's people. */
export function addressOf(index: number): string {
  return `127.${252 + (Math.floor(index / 62_500) % 3)}.${1 + (Math.floor(index / 250) % 250)}.${1 + (index % 250)}`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param cookie sent beside what the request brings itself @throws Error for silence, or a connection that ends without an answer */
export function sendAs(
  base: string,
  { method, path, headers, body }: WireRequest,
  cookie: string,
  localAddress: string,
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      method,
      path,
      localAddress,
      agent: false,
      ...ONE_TRY,
      headers: { ...(cookie ? { cookie } : {}), ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    let answered = false
    outgoing.on('response', (response) => {
      answered = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      const whole = () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) })
      }
      // Whoever sends on after the answer is cut off in the end, and may lose the answer's own end by it.
      response.on('error', (error) => (outgoing.writableFinished ? reject(error) : whole()))
      response.on('end', whole)
    })
    // A body that is refused early breaks the pipe after the answer.
    outgoing.on('error', (error) => answered || reject(error))
    outgoing.end(body)
  })
}

/** Beginnings of requests that never end, and lines that are none. */
const HALVES = [
  'GET /api/user HTTP/1.1\r\nHost: localhost',
  'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"username":',
  'POST /api/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /visitor/x HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 90\r\n\r\n--x\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'G\0T / HTTP/1.1\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\n\r\n',
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
] as const

/** Writes a beginning and hangs up. @returns the status line of an answer that came at once */
export function sendHalf(base: string, index: number, localAddress: string): Promise<string> {
  const port = Number(new URL(base).port)
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => {
      socket.end(HALVES[index % HALVES.length] ?? '', 'latin1')
    })
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.setTimeout(ANSWER_MS, () => socket.destroy())
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''))
  })
}
