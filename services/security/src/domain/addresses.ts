import ipaddr from 'ipaddr.js'
import { ConfigError } from '#kit/config.ts'

/** Whether an address may be blocked at all: everybody comes through a proxy, and an unknown peer has no address. */
export type Blockable = (address: string) => boolean

/**
 * @param trustedProxies CIDR list, `none` or nothing
 * @throws ConfigError on a malformed list
 */
export function createBlockable(trustedProxies: string | undefined): Blockable {
  const ranges = !trustedProxies || trustedProxies === 'none' ? [] : trustedProxies.split(',').map((cidr) => range(cidr.trim()))
  return (address) => {
    const [network = ''] = address.split('/')
    if (!ipaddr.isValid(network)) return false
    const parsed = ipaddr.process(network)
    return !ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, covering(address, bits)))
  }
}

function range(cidr: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const full = cidr.includes('/') ? cidr : `${cidr}/${cidr.includes(':') ? 128 : 32}`
  if (!ipaddr.isValidCIDR(full)) throw new ConfigError(['TRUSTED_PROXIES is not a list of CIDRs'])
  return ipaddr.parseCIDR(full)
}

/** IPv6 clients are counted by /64: a proxy within it protects the whole of it. */
const covering = (address: string, bits: number) => (address.includes('/') ? Math.min(bits, 64) : bits)
