/** Passes requests and sockets to a copy of the gateway and its answers back, byte by byte as they arrive. */
import { type IncomingMessage, type RequestOptions, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '#kit/app-error.ts'
import type { Network } from '#kit/trusted-proxies.ts'
import { asksForSocket } from '../../../services/gateway/src/domain/socket-request.ts'
import { dropBody } from '../../../services/gateway/src/handlers/end-response.ts'
import { BARE_HEADERS } from '../../../services/gateway/src/handlers/headers.ts'
import { writeJson } from '../../../services/gateway/src/handlers/json.ts'
import type { Copies, CopyAddress } from './copies.ts'
import { answerHeaders, requestHeaders } from './headers.ts'

export type FrontDeps = {
  readonly copies: Copies
  /** The operator's TRUSTED_PROXIES. */
  readonly proxies: readonly Network[]
  readonly reportUnreadable: (hop: string) => void
}

/** The headers of a refused upgrade, name and value in turn. */
const REFUSED = ['Content-Length', '0', 'Connection', 'close']
/** How long a client may take to read the rest after its copy has gone. */
const REST_MS = 10_000

/** @param more further headers, name and value in turn @returns undefined where the client has left */
function optionsOf(deps: FrontDeps, request: IncomingMessage, more: readonly string[] = []): RequestOptions | undefined {
  const headers = requestHeaders(request, deps.proxies, deps.reportUnreadable)
  // A list is written as it is: Node adds no Host of its own.
  return headers && { method: request.method ?? 'GET', path: request.url ?? '/', headers: [...headers, ...more] }
}

/** 503: no copy has got the request; 502: one has got it and is gone, so it may have been handled. */
function refuse(response: ServerResponse, status: 502 | 503): void {
  if (response.destroyed) return
  const again = status === 503 ? { 'Retry-After': '1' } : {}
  if (response.headersSent) response.destroy()
  else writeJson(response, status, AppError.withoutStack('unavailable').toBody(), { ...BARE_HEADERS, ...again })
}

/** A safe request without a body can be sent again whole, and changes nothing (RFC 9110, 9.2.2). */
const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

/**
 * @param lost the copy that has died with this request
 * @throws where the request has a path or a header that cannot be written
 */
export async function forwardRequest(
  deps: FrontDeps,
  request: IncomingMessage,
  response: ServerResponse,
  lost?: CopyAddress,
): Promise<void> {
  const options = optionsOf(deps, request)
  if (!options) return void response.destroy()
  const opened = await deps.copies.open(options, lost)
  if (!opened) return refuse(response, 503)
  const { upstream, copy, release } = opened
  if (response.destroyed) {
    release()
    return void upstream.destroy()
  }
  let answered = false
  const leave = () => {
    release()
    if (!response.writableFinished) upstream.destroy()
  }
  response.once('close', leave)
  upstream.on('error', () => {
    if (answered) return
    if (lost || !isRepeatable(request)) return refuse(response, 502)
    // A copy that is killed takes requests with it that were sent on a connection before its end was known.
    response.off('close', leave)
    release()
    forwardRequest(deps, request, response, copy).catch(() => refuse(response, 502))
  })
  upstream.on('response', (answer) => {
    answered = true
    passBack(answer, request, response, () => request.unpipe(upstream))
  })
  if (request.readableEnded) upstream.end()
  else request.pipe(upstream)
}

/** @param stopBody the copy takes no more of the request's body */
function passBack(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse, stopBody: () => void): void {
  // It has answered before the whole body and takes no more of it. Where a copy ends its connection because it stops, the client's goes on.
  const isRefused = !request.complete && /\bclose\b/i.test(answer.headers.connection ?? '')
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answerHeaders(answer, isRefused))
  answer.on('error', () => undefined)
  answer.once('close', () => {
    if (!answer.complete) response.destroy()
  })
  answer.once('end', async () => {
    // A connection that is closed while its body arrives is reset, and the client may lose the answer.
    if (isRefused) {
      stopBody()
      await dropBody(request)
    }
    response.end()
  })
  answer.pipe(response, { end: false })
}

/**
 * Nothing but the request itself is sent before the copy has accepted the upgrade: what a client sends after it would be a second request,
 * with headers that nobody has checked.
 */
export async function forwardUpgrade(deps: FrontDeps, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy())
  // A Node before 24.9 has no shouldUpgradeCallback (listeners.ts of the gateway): there every upgrade comes here.
  if (!asksForSocket(request)) return void socket.end(headOf(404, undefined, REFUSED))
  const options = optionsOf(deps, request, ['Connection', 'Upgrade', 'Upgrade', 'websocket'])
  if (!options) return void socket.destroy()
  const opened = await deps.copies.open(options)
  if (!opened) return void socket.end(headOf(503, undefined, ['Retry-After', '1', ...REFUSED]))
  const { upstream, release } = opened
  upstream.on('error', () => socket.destroy())
  if (socket.destroyed) {
    release()
    return void upstream.destroy()
  }
  socket.once('close', () => {
    release()
    upstream.destroy()
  })
  upstream.on('upgrade', (answer, peer, firstBytes) => {
    socket.write(headOf(answer.statusCode, answer.statusMessage, answer.rawHeaders))
    socket.write(firstBytes)
    peer.write(head)
    join(socket as Socket, peer as Socket)
  })
  upstream.on('response', (answer) => {
    socket.write(headOf(answer.statusCode, answer.statusMessage, answerHeaders(answer, true)))
    answer.on('error', () => socket.destroy()).pipe(socket)
  })
  upstream.end()
}

/** @param headers name and value in turn */
function headOf(status = 502, message: string | undefined, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${status} ${message ?? STATUS_CODES[status]}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Passes bytes both ways until one end closes; what has arrived by then is still written. */
function join(client: Socket, peer: Socket): void {
  for (const [from, to] of [
    [client, peer],
    [peer, client],
  ] as const) {
    from.setNoDelay(true)
    from.on('error', () => from.destroy())
    from.once('close', () => {
      to.setTimeout(REST_MS, () => to.destroy())
      to.destroySoon()
    })
    from.pipe(to)
  }
}
