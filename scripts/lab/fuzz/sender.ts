/** Sends one raw request from its own address and waits for the answer. */
import { request } from 'node:http'
import { connect } from 'node:net'
import type { WireRequest } from '#scripts/testing/generate/requests.ts'
import { type HttpAnswer, ONE_TRY } from '#scripts/testing/http-client.ts'

const ANSWER_MS = 20_000

/** All of 127.0.0.0/8 is this machine; these addresses differ from those of other tests. */
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

/** @param cookie sent in addition to the request's own @throws Error for a missing answer */
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
      // A client that keeps sending after the answer is disconnected and may lose the end of the answer.
      response.on('error', (error) => (outgoing.writableFinished ? reject(error) : whole()))
      response.on('end', whole)
    })
    // An early refusal closes the connection after the answer, which breaks the pipe.
    outgoing.on('error', (error) => answered || reject(error))
    outgoing.end(body)
  })
}

/** Incomplete requests and invalid request lines. */
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

/** Sends an incomplete request and disconnects. @returns the status line of an immediate answer */
export function sendHalf(base: string, index: number, localAddress: string): Promise<string> {
  const port = Number(new URL(base).port)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () => {
      socket.end(HALVES[index % HALVES.length] ?? '', 'latin1')
    })
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.setTimeout(ANSWER_MS, () => socket.destroy())
    socket.on('close', () => resolve(received.split('\r\n')[0] ?? ''))
  })
}
