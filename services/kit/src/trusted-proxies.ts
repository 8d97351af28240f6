/** TRUSTED_PROXIES: the networks whose members may send the client's address in X-Forwarded-For (docs/product/interface.md, HTTP). */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Network = readonly [Address, number]

/** A member of a trusted network chooses the address that limits and blocks count: no operator has proxies for a wider network. */
const LEAST_BITS = { ipv4: 8, ipv6: 32 } as const
const TOO_WIDE =
  'has a network wider than /8 (IPv6: /32): everybody in it could choose the address that limits and blocks count; ' +
  'name the networks of your proxies'
const MALFORMED = 'must be networks such as 10.244.0.0/16, separated by commas, or none'

const withBits = (network: string) => (network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`)

/** `none` trusts nobody. */
export const TrustedProxies = z.string().transform((list, context): readonly Network[] => {
  const parts = list === 'none' ? [] : list.split(',').map((part) => withBits(part.trim()))
  const networks = parts.filter((part) => ipaddr.isValidCIDR(part)).map((part) => ipaddr.parseCIDR(part))
  if (networks.length < parts.length) context.addIssue({ code: 'custom', message: MALFORMED })
  if (networks.some(([network, bits]) => bits < LEAST_BITS[network.kind()])) context.addIssue({ code: 'custom', message: TOO_WIDE })
  return networks
})

/** @param within of an IPv6 client that is counted by /64: a proxy in it exempts the whole of it */
export const isInNetworks = (address: Address, networks: readonly Network[], within = 128): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, Math.min(bits, within)))
