/** The headers of what the front passes on: as they came, without those of the connection, and with the client's true address. */
import type { IncomingMessage } from 'node:http'
import type { Network } from '#kit/trusted-proxies.ts'
import { clientHop, isProxy } from '../../../services/gateway/src/domain/address.ts'

/** From where a copy of the gateway is reached; it trusts this address (environment.ts). */
export const FRONT_ADDRESS = '127.0.0.1'

/** RFC 9110, 7.6.1; and Expect, which Node has answered. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']
/** A gateway takes them from its proxies alone (record 0076), and the front is one of them. */
const OF_PROXIES = ['traceparent', 'tracestate']

/** Methods that Node sends without a length where none is given. */
const WITHOUT_BODY = new Set<string | undefined>(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

/** Name and value in turn, as in `rawHeaders`: so the gateway sees a header that was sent twice. */
function withoutThose({ rawHeaders, headers }: IncomingMessage, dropped: readonly string[]): string[] {
  const named = (headers.connection ?? '').toLowerCase().split(',')
  const left = new Set([...OF_THE_CONNECTION, ...dropped, ...named.map((name) => name.trim())])
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!left.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

/**
 * The headers with which a copy gets the request. Its X-Forwarded-For has the client's address alone, found as the gateway without a front
 * finds it: what an untrusted client writes there is dropped.
 * @param proxies the operator's TRUSTED_PROXIES
 * @param reportUnreadable called where a trusted proxy has written no address
 * @returns name and value in turn; undefined where the client has left
 */
export function requestHeaders(
  request: IncomingMessage,
  proxies: readonly Network[],
  reportUnreadable?: (hop: string) => void,
): string[] | undefined {
  const { headers, socket } = request
  const peer = socket.remoteAddress
  const written = headers['x-forwarded-for']
  const client = clientHop(peer, written === undefined ? undefined : String(written), proxies, reportUnreadable)?.toString()
  if (client === undefined) return undefined
  const kept = withoutThose(request, ['x-forwarded-for', ...(isProxy(peer, proxies) ? [] : OF_PROXIES)])
  // Without the header a copy takes the front's own address, which is also this client's: /dev answers only such a request.
  if (client !== FRONT_ADDRESS || written !== undefined) kept.push('X-Forwarded-For', client)
  // Node would announce chunks where none are, and none where some are.
  if (headers['transfer-encoding'] !== undefined) kept.push('Transfer-Encoding', 'chunked')
  else if (headers['content-length'] === undefined && !WITHOUT_BODY.has(request.method)) kept.push('Content-Length', '0')
  return kept
}

/** The headers of a copy's answer for the client, name and value in turn. @param isLast whether the client's connection ends with it */
export const answerHeaders = (answer: IncomingMessage, isLast: boolean): string[] => [
  ...withoutThose(answer, []),
  ...(isLast ? ['Connection', 'close'] : []),
]
