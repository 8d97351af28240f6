/** Security headers of every response (docs/product/interface.md, HTTP): CSP without inline script, no framing, no sniffing. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Site } from '../domain/site.ts'
import { requestIdOf } from './request-id.ts'

/** The browser features that our own pages use; everything else is off, also for embedded pages. */
const USED = [
  ...['camera', 'microphone', 'speaker-selection', 'autoplay', 'picture-in-picture', 'screen-wake-lock', 'clipboard-write', 'fullscreen'],
  ...['publickey-credentials-create', 'publickey-credentials-get'],
]
const UNUSED = [
  ...['accelerometer', 'browsing-topics', 'clipboard-read', 'display-capture', 'encrypted-media', 'gamepad'],
  ...['geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection', 'local-fonts', 'magnetometer', 'midi', 'payment'],
  ...['serial', 'storage-access', 'usb', 'xr-spatial-tracking'],
]
const PERMISSIONS = [...USED.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(', ')

/** For the few answers that are written without `securityHeaders`: JSON, which must not be framed or interpreted as another type. */
export const BARE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
} as const
/** The same as lines of a raw answer. */
export const BARE_LINES: readonly string[] = Object.entries(BARE_HEADERS).map(([name, value]) => `${name}: ${value}`)

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
        manifestSrc: ["'self'"],
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
    response.setHeader('X-Request-Id', requestIdOf(request))
    protect(request, response, next)
  }
}
