import ipaddr from 'ipaddr.js'
import { type Address, isInNetworks, type Network } from '#kit/trusted-proxies.ts'

/** An address as proxies write it: quoted, in brackets, with a port, with the zone of a link-local one. */
const WRITTEN = /^"?(?:\[(?<v6>[\da-f:.]+)(?:%[\w.-]+)?\](?::\d{1,5})?|(?<v4>[\d.]+)(?::\d{1,5})?|(?<bare>[\da-f:.]+)(?:%[\w.-]+)?)"?$/i

function parse(text: string): Address | undefined {
  const { v4, v6, bare } = WRITTEN.exec(text)?.groups ?? {}
  // No proxy writes IPv4's other forms (one number, octal).
  if (v4 !== undefined) return ipaddr.IPv4.isValidFourPartDecimal(v4) ? ipaddr.IPv4.parse(v4) : undefined
  const written = v6 ?? bare
  return written !== undefined && ipaddr.IPv6.isValid(written) ? ipaddr.process(written) : undefined
}

/** The key of one client: its IPv4 address, or the network of its IPv6 address. */
function normalise(address: Address, bits = 64): string {
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`
}

/** Connections and sockets count by /56: the network that a provider gives to a household, 256 of the /64 that requests are counted by. */
const CONNECTION_BITS = 56

/** @param client as `clientAddress` returns it @returns the key by which its connections and sockets are counted */
export function connectionKey(client: string): string {
  const address = parse(client.split('/')[0] ?? '')
  return address ? normalise(address, CONNECTION_BITS) : client
}

/**
 * The client's address (docs/product/interface.md, HTTP): the socket's peer, or the rightmost X-Forwarded-For address outside the trusted
 * proxies.
 * @param reportUnreadable called with a hop that is no address: its clients are all counted as the proxy that wrote it
 * @returns undefined where the peer has no address
 */
export function clientHop(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: readonly Network[],
  reportUnreadable: (hop: string) => void = () => undefined,
): Address | undefined {
  const direct = peer ? parse(peer) : undefined
  if (!direct || !forwardedFor || !isInNetworks(direct, proxies)) return direct
  let last = direct
  for (const written of forwardedFor.split(',').reverse()) {
    const hop = written.trim()
    const address = parse(hop)
    if (!address) {
      reportUnreadable(hop)
      break
    }
    last = address
    if (!isInNetworks(address, proxies)) break
  }
  return last
}

/** @returns the key that the client's limits and blocks are counted by; `unknown` where the peer has no address. @see clientHop */
export function clientAddress(...hop: Parameters<typeof clientHop>): string {
  const client = clientHop(...hop)
  return client ? normalise(client) : 'unknown'
}

/** Whether a connection's peer is a trusted proxy. */
export const isProxy = (peer: string | undefined, proxies: readonly Network[]): boolean => peerKey(peer, proxies) === undefined

/** @returns the key that a connection's peer is counted by; undefined for a trusted proxy, which forwards many clients */
export function peerKey(peer: string | undefined, proxies: readonly Network[]): string | undefined {
  const address = peer ? parse(peer) : undefined
  if (!address) return 'unknown'
  return isInNetworks(address, proxies) ? undefined : normalise(address, CONNECTION_BITS)
}
