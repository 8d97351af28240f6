/** Security headers of every response (interface: HTTP): CSP without inline script, no framing, no sniffing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Site } from '../domain/site.ts'

/** Camera and microphone for our own pages; everything else is off. */
const PERMISSIONS = 'camera=(self), microphone=(self), geolocation=(), midi=(), payment=(), usb=()'

/** Sets the headers on a plain Node response. */
export type Protect = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

export function securityHeaders(site: Site): Protect {
  const socketOrigin = site.publicUrl.origin.replace(/^http/, 'ws')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
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
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS)
    protect(request, response, next)
  }
}
