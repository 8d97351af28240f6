/** Serves /api/openapi.json, /api/asyncapi.json and both as one HTML page at /api/docs, without external resources. */

import escapeHtml from 'escape-html'
import type { RequestHandler, Router } from 'express'
import { compressText, type Encoding } from '#kit/compress.ts'
import { ERRORS } from '#proto/errors.ts'
import { operations } from '#proto/operations/index.ts'
import type { RateLimiter } from '../domain/ports.ts'
import { asyncapi, frames } from './asyncapi.ts'
import { addressOf, type IdentifyDeps } from './caller.ts'
import { acceptedEncoding, setEncoding } from './encoding.ts'
import { endResponse } from './end-response.ts'
import { openapi } from './openapi.ts'
import { refuseOthers } from './routes.ts'
import { Schemas } from './schemas.ts'

const STYLE = `:root{color-scheme:light dark;--line:#dfe2de;--soft:#eceeeb;--accent:#0d5ca6}
@media(prefers-color-scheme:dark){:root{--line:#2c3035;--soft:#1f2226;--accent:#78bbf7}}
body{font:15px/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem}
h1{font-size:30px;letter-spacing:-.02em}h2{margin-top:2.5rem}
details{border-top:1px solid var(--line);padding:.6rem 0}summary{cursor:pointer;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{background:var(--soft);border-radius:12px;padding:1rem;overflow:auto}
.method{font-weight:700;min-width:4.2em;color:var(--accent)}
a{color:var(--accent)}table{border-collapse:collapse;width:100%}
td,th{text-align:left;border-top:1px solid var(--line);padding:.4rem .6rem .4rem 0;vertical-align:top}`

const entry = (summary: string, value: unknown) =>
  `<details><summary>${summary}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`

/** @param named a title (HTML) and its JSON, each */
const section = (named: Readonly<Record<string, unknown>>): string =>
  Object.entries(named)
    .map(([name, value]) => entry(`<code>${escapeHtml(name)}</code>`, value))
    .join('')

function operationsSection(paths: Readonly<Record<string, Record<string, unknown>>>): string {
  return operations
    .flatMap(({ http, summary }) => {
      if (!http) return []
      const path = http.path.replaceAll(/:(\w+)/g, '{$1}')
      const title = `<span class="method">${http.method}</span><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span>`
      return [entry(title, paths[path]?.[http.method.toLowerCase()])]
    })
    .join('')
}

const SPECS = '<a href="/api/openapi.json">OpenAPI 3.1</a>, <a href="/api/asyncapi.json">AsyncAPI 3.0</a>'

type Described = { readonly paths: Record<string, Record<string, unknown>>; readonly components: Record<'schemas' | 'responses', object> }

function page(publicUrl: string): string {
  const { paths, components } = openapi(publicUrl) as Described
  const ofFrames = new Schemas()
  const [sent, received] = [frames('client', ofFrames), frames('server', ofFrames)]
  const schemas = Object.entries({ ...ofFrames.components, ...components.schemas }).sort(([one], [other]) => (one < other ? -1 : 1))
  const errors = Object.entries(ERRORS).map(
    ([code, entry]) => `<tr><td><code>${code}</code></td><td>${entry.status}</td><td>${escapeHtml(entry.message)}</td></tr>`,
  )
  return `<!doctype html><html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Digital Doorbell API</title>
<style>${STYLE}</style></head><body>
<h1>Digital Doorbell API</h1>
<p>Generated from the contract. Machine-readable: ${SPECS}.</p>
<h2>Calls</h2>${operationsSection(paths)}<h2>Socket: a client sends</h2>${section(sent)}
<h2>Socket: the server sends</h2>${section(received)}
<h2>Schemas</h2>${section(Object.fromEntries(schemas))}<h2>Refusals</h2>${section(components.responses as Record<string, unknown>)}
<h2>Errors</h2><table><tr><th>code</th><th>status</th><th>message</th></tr>${errors.join('')}</table></body></html>`
}

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
    setEncoding(response.type(type), encoding)
    endResponse(request, response, bytes)
  }
}

type DocsDeps = Pick<IdentifyDeps, 'proxies' | 'reportUnreadableHop' | 'site'> & { readonly rateLimiter: RateLimiter }

export function mountDocs(api: Router, deps: DocsDeps): void {
  const url = deps.site.publicUrl.href
  const documents = {
    '/api/openapi.json': serve(deps, 'json', () => JSON.stringify(openapi(url))),
    '/api/asyncapi.json': serve(deps, 'json', () => JSON.stringify(asyncapi(url))),
    '/api/docs': serve(deps, 'html', () => page(url)),
  }
  for (const [path, handler] of Object.entries(documents)) {
    api.get(path, handler)
    refuseOthers(api, path, ['GET', 'HEAD'])
  }
}
