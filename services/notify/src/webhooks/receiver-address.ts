/**
 * Which addresses a webhook may have. Its URL is a user's choice: it is public and https, or one that the operator has named; the
 * addresses of its name are checked again when they are connected to (receivers.adapter.ts).
 */
import { isAddress, isLoopbackAddress, isPrivateAddress, isPublicAddress } from '../core/push-hosts.ts'

export type PrivateHost = { readonly name: string; readonly port: number }

const HTTPS = 443
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': HTTPS }
/** Ports below it belong to services that take no webhooks, such as mail. */
const FIRST_FREE_PORT = 1_024
/** A name of the public internet has a dot; its last part is no number (WHATWG URL). */
const PUBLIC_NAME = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/
/** Reserved for names that are not public (RFC 6761, RFC 6762, RFC 9476). */
const LOCAL_NAMES = /\.(local|localhost|internal|home\.arpa|lan|test|invalid|alt)$/

const portOf = ({ protocol, port }: URL) => Number(port) || (DEFAULT_PORTS[protocol] ?? 0)
const isNamed = (url: URL, named: readonly PrivateHost[]) => named.some(({ name, port }) => name === url.hostname && port === portOf(url))

/** `invalid`: no URL that is sent to; `private`: one that only the operator can allow. */
export type Refusal = 'invalid' | 'private'
export type Receiver = { readonly url: URL /** Named by the operator: its addresses may be private. */; readonly isNamed: boolean }

/** @param text as typed @param named the operator's OUTBOUND_PRIVATE_HOSTS */
export function receiverOf(text: string, named: readonly PrivateHost[]): Receiver | Refusal {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'invalid'
  // A fragment is not sent; credentials in an address would be shown in lists and logs.
  if (url.username || url.password || url.hash || !url.hostname) return 'invalid'
  if (isNamed(url, named)) return { url, isNamed: true }
  if (isPrivateName(url.hostname)) return 'private'
  if (url.protocol !== 'https:') return 'invalid'
  if (!PUBLIC_NAME.test(url.hostname)) return 'invalid'
  const port = portOf(url)
  return port === HTTPS || port >= FIRST_FREE_PORT ? { url, isNamed: false } : 'invalid'
}

/** Addresses are refused altogether: a certificate for one is rare, and one more spelling of a private address is easily missed. */
const isPrivateName = (name: string) => isAddress(name) || isLoopbackAddress(name) || !name.includes('.') || LOCAL_NAMES.test(name)

/** Whether a request may connect there. Never to this machine or to link-local addresses, where metadata services are. */
export function mayConnect(address: string, isNamedHost: boolean, allowsLoopback: boolean): boolean {
  if (isPublicAddress(address)) return true
  if (isLoopbackAddress(address)) return isNamedHost && allowsLoopback
  return isNamedHost && isPrivateAddress(address)
}
