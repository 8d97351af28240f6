import ipaddr from 'ipaddr.js'
import { isInNetworks, type Network } from '#kit/trusted-proxies.ts'

/** Whether an address may be blocked at all: a proxy's is shared by all clients, and an unknown peer has none. */
export type Blockable = (address: string) => boolean

export function createBlockable(trustedProxies: readonly Network[] = []): Blockable {
  return (address) => {
    const [network = '', isCounted64] = address.split('/')
    if (!ipaddr.isValid(network)) return false
    // IPv6 clients are counted by /64: a proxy within one exempts the whole of it.
    return !isInNetworks(ipaddr.process(network), trustedProxies, isCounted64 ? 64 : 128)
  }
}
