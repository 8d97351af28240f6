import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Networks that no phone at home is in: containers, virtual machines, VPNs, tunnels, Apple's own links between devices. */
const NOT_HOME =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vnic|lxc|lxd|cni|flannel|cali|podman|tun|tap|utun|ipsec|ppp|wg|tailscale|zt|nordlynx|awdl|llw|bridge|anpi|gif|stf)/i

/** This machine's addresses on the home network; IPv4 alone, since people have to read them. */
export function homeAddresses(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces()): string[] {
  return Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    NOT_HOME.test(name)
      ? []
      : addresses
          .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
          .map(({ address }) => address),
  )
}
