/** Which hosts and origins are us (interface: HTTP). */
export type Site = {
  readonly publicUrl: URL
  readonly secure: boolean
  readonly embedded: boolean
  allowsHost(host: string | undefined): boolean
  allowsOrigin(origin: string): boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

export function createSite(options: { publicUrl: string; port: number; embedded: boolean; lanOrigins: readonly string[] }): Site {
  const publicUrl = new URL(options.publicUrl)
  const origins = new Set([publicUrl.origin, ...options.lanOrigins.map((origin) => new URL(origin).origin)])
  if (options.embedded) for (const host of LOOPBACK) origins.add(`http://${host}:${options.port}`)
  const hosts = new Set([...origins].map((origin) => new URL(origin).host))
  return {
    publicUrl,
    secure: publicUrl.protocol === 'https:',
    embedded: options.embedded,
    allowsHost: (host) => host !== undefined && hosts.has(host.toLowerCase()),
    allowsOrigin: (origin) => origins.has(origin),
  }
}

type Headers = { readonly origin?: string | undefined; readonly 'sec-fetch-site'?: string | string[] | undefined }

/** A browser's request that changes state must come from one of our own pages; what is no browser is taken on its cookie alone. */
export function comesFromUs(site: Site, headers: Headers): boolean {
  if (headers.origin !== undefined) return site.allowsOrigin(headers.origin)
  const fetchSite = headers['sec-fetch-site']
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
}

/** The embedded start's /dev pages: loopback peer, loopback host, nothing forwarded (people put tunnels in front). */
export function isAtHome(site: Site, peer: string | undefined, headers: Record<string, unknown>): boolean {
  const host = String(headers.host ?? '').replace(/:\d+$/, '')
  const loopbackPeer = peer !== undefined && /^(::ffff:)?127\.|^::1$/.test(peer)
  const forwarded = Object.keys(headers).some((name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'))
  return site.embedded && loopbackPeer && LOOPBACK.includes(host) && !forwarded
}
