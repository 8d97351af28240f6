/** Decides which hosts and origins belong to the product (docs/product/interface.md, HTTP). */
import { isLoopbackHost } from '#kit/loopback.ts'

export type Site = {
  readonly publicUrl: URL
  readonly secure: boolean
  /** Only for the embedded start on this machine or its home network; with any other PUBLIC_URL `/dev` does not exist. */
  readonly hasDevPages: boolean
  allowsHost(host: string | undefined): boolean
  allowsOrigin(origin: string): boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export function createSite(options: { publicUrl: string; port: number; embedded: boolean; lanOrigins: readonly string[] }): Site {
  const publicUrl = new URL(options.publicUrl)
  const lanOrigins = options.lanOrigins.map((origin) => new URL(origin).origin)
  const origins = new Set([publicUrl.origin, ...lanOrigins])
  if (options.embedded) for (const host of LOOPBACK) origins.add(`http://${host}:${options.port}`)
  const hosts = new Set([...origins].flatMap(hostsOf))
  return {
    publicUrl,
    secure: publicUrl.protocol === 'https:',
    hasDevPages: options.embedded && (isLoopbackHost(publicUrl.hostname) || lanOrigins.includes(publicUrl.origin)),
    allowsHost: (host) => host !== undefined && hosts.has(host.toLowerCase()),
    allowsOrigin: (origin) => origins.has(origin),
  }
}

/** A scheme's default port may be written out in `Host` (RFC 9110, 4.2.3), and its colon without a port; in `Origin` neither is. */
function hostsOf(origin: string): string[] {
  const { host, port, protocol } = new URL(origin)
  return port ? [host] : [host, `${host}:`, `${host}:${protocol === 'https:' ? 443 : 80}`]
}

type Headers = { readonly origin?: string | undefined; readonly 'sec-fetch-site'?: string | string[] | undefined }

/**
 * A browser's state-changing request must come from one of our own pages; a client without these headers is checked by its cookie alone.
 */
export function comesFromUs(site: Site, headers: Headers): boolean {
  if (headers.origin !== undefined) return site.allowsOrigin(headers.origin)
  const fetchSite = headers['sec-fetch-site']
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
}

/**
 * True for a loopback peer and host without forwarding headers. A proxy that adds no header and a TCP tunnel are indistinguishable, so
 * `/dev` also requires its key.
 */
export function isLocalRequest(peer: string | undefined, headers: Record<string, unknown>): boolean {
  const host = String(headers.host ?? '').replace(/:\d+$/, '')
  const loopbackPeer = peer !== undefined && /^(::ffff:)?127\.|^::1$/.test(peer)
  const forwarded = Object.keys(headers).some((name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'))
  return loopbackPeer && LOOPBACK.includes(host) && !forwarded
}
