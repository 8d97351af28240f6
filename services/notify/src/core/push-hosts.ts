/**
 * Which push services requests may be sent to. An endpoint is a URL that a browser's user chooses, so hosts are allowed by name, and
 * addresses are checked again when they are connected to (push-services.adapter.ts).
 */
import ipaddr from 'ipaddr.js'

export type PushHost = { readonly name: string; readonly port: number }

const HTTPS = 443
/** A fragment, or an empty query: neither is part of a request, and both stay in a URL's href. */
const EMPTY_PART = /#|\?$/
/** Those of Chromium, Firefox, Safari and Edge. */
const VENDORS: readonly string[] = ['fcm.googleapis.com', 'jmt17.google.com', 'updates.push.services.mozilla.com']
const VENDOR_DOMAINS: readonly string[] = ['.push.apple.com', '.notify.windows.com']
const NAME = /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/

/** Host names as they occur in a URL: an IPv6 address in brackets. */
const withoutBrackets = (name: string) => (name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name)
/** An address as a URL's hostname: parsing has brought every address into this form. ipaddr.js makes errors with stacks for each name. */
const ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/
export const isAddress = (hostname: string) => ADDRESS.test(hostname)

function rangeOf(address: string): string {
  const plain = withoutBrackets(address)
  return ipaddr.isValid(plain) ? ipaddr.process(plain).range() : 'none'
}
export const isLoopbackAddress = (name: string) => name === 'localhost' || rangeOf(name) === 'loopback'
/** Global unicast of IPv6, 2000::/3: addresses outside it are unassigned, or map to an IPv4 address (RFC 4291, 2.4). */
const isGlobal = (address: string) => !address.includes(':') || ipaddr.IPv6.parse(withoutBrackets(address)).match(GLOBAL_UNICAST)
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** An address of the public internet: not private, link-local, loopback, multicast, reserved, or mapped to such a one. */
export const isPublicAddress = (address: string) => rangeOf(address) === 'unicast' && isGlobal(address)

/** An address of a home or company network (RFC 1918, RFC 4193, RFC 6598). */
export const isPrivateAddress = (address: string) => ['private', 'uniqueLocal', 'carrierGradeNat'].includes(rangeOf(address))

/** @param text host or host:port, as an operator writes it @returns undefined where it is neither */
export function parsePushHost(text: string): PushHost | undefined {
  const url = URL.parse(`https://${text}/`)
  if (!url || url.username || url.pathname !== '/' || url.host !== text.toLowerCase().replace(/:443$/, '')) return undefined
  if (!NAME.test(url.hostname) && !isAddress(url.hostname)) return undefined
  return { name: url.hostname, port: Number(url.port || HTTPS) }
}

/**
 * @param endpoint as a browser sent it: untrusted
 * @param hosts of the operator, in addition to the vendors'
 * @returns the URL, or undefined where nothing may be sent
 */
export function allowedEndpoint(endpoint: string, hosts: readonly PushHost[]): URL | undefined {
  const url = URL.parse(endpoint)
  // As browsers write it: no second spelling of the same endpoint.
  if (url?.protocol !== 'https:' || url.href !== endpoint || url.username || url.password || EMPTY_PART.test(endpoint)) return undefined
  const name = url.hostname
  const port = Number(url.port || HTTPS)
  if (hosts.some((host) => host.name === name && host.port === port)) return url
  if (port !== HTTPS || isAddress(name) || !NAME.test(name)) return undefined
  return VENDORS.includes(name) || VENDOR_DOMAINS.some((domain) => name.endsWith(domain)) ? url : undefined
}

const VENDOR_NAMES: readonly (readonly [string, string])[] = [
  ['google', '.googleapis.com'],
  ['google', '.google.com'],
  ['mozilla', '.mozilla.com'],
  ['apple', '.push.apple.com'],
  ['microsoft', '.notify.windows.com'],
]
/** For an endpoint that was allowed: it is spelled as a URL is. */
const HOST = /^https:\/\/([^/:]+)/
/** For the log and metrics: few values, whatever the host's name. */
export const vendorOf = (endpoint: string): string => {
  const [, name = ''] = HOST.exec(endpoint) ?? []
  return VENDOR_NAMES.find(([, domain]) => name.endsWith(domain))?.[0] ?? 'other'
}
