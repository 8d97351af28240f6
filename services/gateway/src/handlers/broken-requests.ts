/** Answers requests that Node rejects before routing with the common error body (docs/product/interface.md, HTTP). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import { hasSeveralHosts } from '#kit/host.ts'
import type { ErrorCode } from '#proto/errors.ts'
import { BARE_HEADERS, BARE_LINES } from './headers.ts'
import { writeJson } from './json.ts'

type Refused = { readonly status: string; readonly code: ErrorCode }

const MALFORMED: Refused = { status: '400 Bad Request', code: 'malformed' }
const REFUSED: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'malformed' },
}

/** Node could not parse the request, so there is only the socket to answer on. */
function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code } = REFUSED[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify(new AppError(code).toBody())
  const lines = ['Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close']
  socket.end([`HTTP/1.1 ${status}`, ...lines, ...BARE_LINES, '', body].join('\r\n'))
}

/** RFC 9110, 10.1.1: an unsupported expectation. */
const refuseExpectation = (_request: IncomingMessage, response: ServerResponse) =>
  writeJson(response, 417, AppError.withoutStack('malformed').toBody(), BARE_HEADERS)

export function refuseBroken(server: Server): void {
  server.on('clientError', refuseUnread)
  server.on('checkExpectation', refuseExpectation)
}

/** @returns whether it has answered */
export function refuseSeveralHosts(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasSeveralHosts(request)) return false
  writeJson(response, 400, AppError.withoutStack('malformed').toBody(), BARE_HEADERS)
  return true
}

/** Characters of a path, encoded; ours have at most 200, and mail programs add few to a link. */
const LONGEST_PATH = 2_000
/** Names in a path; ours have at most six, and each may cost a look-up, or an exception where it cannot be decoded. */
const MOST_NAMES = 16
/** Characters of a path with its query; ours have at most 2,200, for a search for 200 letters that take nine each. */
const LONGEST_URL = 4_000

const isTooLong = (path: string) => path.length > LONGEST_PATH || path.split('/', MOST_NAMES + 2).length > MOST_NAMES + 1

/**
 * Before its parts are read, a longer path is answered as unknown, and a longer query is refused (RFC 9110, 15.5.15).
 * @returns whether it has answered
 */
export function refuseLongUrl({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const refuse = (status: number, code: ErrorCode) => {
    writeJson(response, status, AppError.withoutStack(code).toBody(), BARE_HEADERS)
    return true
  }
  if (isTooLong(url.split('?', 1)[0] ?? '')) return refuse(404, 'not_found')
  return url.length > LONGEST_URL && refuse(414, 'too_large')
}

/** RFC 9112, 3.2.2: strips scheme and host of an absolute target; the host check uses `Host`. */
export function readTarget(request: IncomingMessage): void {
  const { url = '/' } = request
  if (url.startsWith('/')) return
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  request.url = path.startsWith('/') ? path : `/${path}`
}
