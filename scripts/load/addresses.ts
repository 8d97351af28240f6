/** Ranges of IPv4 addresses. Limits count by address, so virtual users and accounts each need one. */
import { StartError } from '../servers/server.ts'

/** The first address as a number, and how many there are. */
export type AddressRange = { readonly cidr: string; readonly first: number; readonly count: number }

/** Accounts are registered and deleted from the addresses of a range that follow; virtual users have those before. */
export const FIRST_OF_ACCOUNTS = 100_000

/** @throws StartError unless it is an IPv4 range such as `198.18.0.0/15` */
export function parseRange(cidr: string): AddressRange {
  const [, address = '', bits = ''] = /^(\d+\.\d+\.\d+\.\d+)\/(\d+)$/.exec(cidr) ?? []
  const parts = address.split('.').map(Number)
  const size = Number(bits)
  if (!address || parts.some((part) => part > 255) || size < 8 || size > 30)
    throw new StartError(`"${cidr}" is no range of IPv4 addresses: write one like 198.18.0.0/15 (from /8 to /30).`)
  const count = 2 ** (32 - size)
  const number = parts.reduce((sum, part) => sum * 256 + part, 0)
  return { cidr, first: number - (number % count), count }
}

/** @returns the address at an index, from the beginning again after the last */
export function addressAt({ first, count }: AddressRange, index: number): string {
  const address = first + (index % count)
  return [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.')
}
