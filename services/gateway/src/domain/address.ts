import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** @param list comma-separated CIDRs; `none` or an empty list trusts no proxy @throws Error on a malformed one */
export function parseProxies(list: string | undefined): Range[] {
  if (!list || list === 'none') return []
  return list
    .split(',')
    .map((cidr) => ipaddr.parseCIDR(cidr.includes('/') ? cidr.trim() : `${cidr.trim()}/${cidr.includes(':') ? 128 : 32}`))
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined
}

function trusted(address: ipaddr.IPv4 | ipaddr.IPv6, proxies: readonly Range[]): boolean {
  return proxies.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
}

/** The key of one client: its IPv4 address, or the network of its IPv6 address. */
function normalise(address: ipaddr.IPv4 | ipaddr.IPv6, bits = 64): string {
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`
}

/** Connections and sockets count by /56: what a provider hands to one household, 256 of the /64 that requests are counted by. */
const CONNECTION_BITS = 56

/** @param client as `clientAddress` returns it @returns the key by which its connections and sockets are counted */
export function connectionKey(client: string): string {
  const address = parse(client.split('/')[0] ?? '')
  return address ? normalise(address, CONNECTION_BITS) : client
}

/**
 * The client's address (interface: HTTP): the socket's peer, or the rightmost X-Forwarded-For address outside the trusted proxies.
 * @returns `unknown` where the peer has none
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined, proxies: readonly Range[]): string {
  const direct = peer ? parse(peer) : undefined
  if (!direct) return 'unknown'
  if (!forwardedFor || !trusted(direct, proxies)) return normalise(direct)
  const hops = forwardedFor.split(',').reverse()
  let last = direct
  for (const hop of hops) {
    const address = parse(hop.trim())
    if (!address) break
    last = address
    if (!trusted(address, proxies)) break
  }
  return normalise(last)
}

/** @returns the key that a connection's peer is counted by; undefined for a trusted proxy, which carries many clients */
export function peerKey(peer: string | undefined, proxies: readonly Range[]): string | undefined {
  const address = peer ? parse(peer) : undefined
  if (!address) return 'unknown'
  return trusted(address, proxies) ? undefined : normalise(address, CONNECTION_BITS)
}
