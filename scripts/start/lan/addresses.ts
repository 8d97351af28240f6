import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Interfaces that no phone can reach: containers, virtual machines, VPNs, tunnels, Apple's device links. */
const NOT_HOME = new RegExp(
  `^(${[
    'docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|cni|flannel|cali|podman',
    'tun|tap|utun|ipsec|ppp|wg|tailscale|zt|nordlynx',
    'awdl|llw|bridge|anpi|gif|stf',
  ].join('|')})`,
  'i',
)

/** This machine's addresses on the home network; only IPv4, because people have to read them. */
export function homeAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string[] {
  return Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    NOT_HOME.test(name)
      ? []
      : addresses
          .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
          .map(({ address }) => address),
  )
}
