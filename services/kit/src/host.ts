/** The host that a request was meant for, by its Host field. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoopbackHost } from './loopback.ts'

/** RFC 9112, 3.2: a bad request, of which Node keeps the first field and two programs might read two hosts. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/**
 * A page whose name was made to resolve to this machine (DNS rebinding) sends its own name. A request by an address, or by a name of
 * loopback or one of our own, is not from such a page.
 * @param host of the request; without one it comes from no browser
 * @param names by which other machines reach us
 */
export function isMeantForUs(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined) return true
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return isLoopbackHost(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || names.includes(name)
}
