/** Serves /api/openapi.json, /api/asyncapi.json and both as one HTML page at /api/docs, without external resources. */
import type { RequestHandler, Router } from 'express'
import { compressText, type Encoding } from '#kit/compress.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import type { RateLimiter } from '../domain/ports.ts'
import { asyncapi } from './asyncapi.ts'
import { addressOf, type IdentifyDeps } from './caller.ts'
import { docsPage } from './docs-page.ts'
import { acceptedEncoding, setEncoding } from './encoding.ts'
import { endResponse } from './end-response.ts'
import { openapi } from './openapi.ts'
import { refuseOthers } from './routes.ts'

/**
 * The contract does not change while the process runs: a document is rendered and compressed on first use. A megabyte is a tenth of that
 * compressed, and is never sent uncompressed: a client that names no encoding takes any (RFC 9110, 12.5.3).
 */
function serve(deps: DocsDeps, type: 'html' | 'json', render: () => string): RequestHandler {
  const rendered = new Map<Encoding, Buffer>()
  return async (request, response) => {
    await deps.rateLimiter.admit('page', { address: addressOf(deps, request) })
    const encoding = acceptedEncoding(request) ?? 'gzip'
    const bytes = rendered.get(encoding) ?? compressText(render(), encoding)
    rendered.set(encoding, bytes)
    // Tools on pages of other sites may read what is the same for everybody.
    if (type === 'json') response.set('Access-Control-Allow-Origin', '*')
    setEncoding(response.type(type), encoding)
    endResponse(request, response, bytes)
  }
}

type DocsDeps = Pick<IdentifyDeps, 'proxies' | 'reportUnreadableHop' | 'site'> & {
  readonly rateLimiter: RateLimiter
  readonly legal: LegalLinks
}

export function mountDocs(api: Router, deps: DocsDeps): void {
  const { origin } = deps.site.publicUrl
  const documents = {
    '/api/openapi.json': serve(deps, 'json', () => JSON.stringify(openapi(origin))),
    '/api/asyncapi.json': serve(deps, 'json', () => JSON.stringify(asyncapi(origin))),
    '/api/docs': serve(deps, 'html', () => docsPage(origin, deps.legal)),
  }
  for (const [path, handler] of Object.entries(documents)) {
    api.get(path, handler)
    refuseOthers(api, path, ['GET', 'HEAD'])
  }
}
