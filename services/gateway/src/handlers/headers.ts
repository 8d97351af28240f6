/** What every answer carries (interface: HTTP): CSP without inline script, no framing, no sniffing, no powered-by. */
import helmet from 'helmet'
import type { Site } from '../domain/site.ts'

export function securityHeaders(site: Site): ReturnType<typeof helmet> {
  const socketOrigin = site.publicUrl.origin.replace(/^http/, 'ws')
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:', 'mediastream:'],
        connectSrc: ["'self'", socketOrigin],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(site.secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: site.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
}
