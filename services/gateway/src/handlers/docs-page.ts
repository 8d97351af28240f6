/**
 * The page of the API at /api/docs, rendered from the same documents that machines read. Forms on it send requests from the browser
 * (web/public/api-docs.js); without script it is the same page to read (record 0075).
 */
import escapeHtml from 'escape-html'
import { ERRORS } from '#proto/errors.ts'
import { type LegalLinks, legalLinksSet } from '#proto/legal-links.ts'
import { frames } from './asyncapi.ts'
import { type Components, type Described, operationEntry } from './docs-operation.ts'
import { fieldsTable, prose } from './docs-schema.ts'
import { openapi } from './openapi.ts'
import { type Json, Schemas } from './schemas.ts'

const STYLE = `:root{color-scheme:light dark;--line:#dfe2de;--soft:#eceeeb;--accent:#0d5ca6}
@media(prefers-color-scheme:dark){:root{--line:#2c3035;--soft:#1f2226;--accent:#78bbf7}}
html{background:Canvas;color:CanvasText}body{font:15px/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;
overflow-wrap:anywhere}
h1{font-size:30px;letter-spacing:-.02em}h2{margin-top:2.5rem}h4{margin:1rem 0 .3rem}
details{border-top:1px solid var(--line);padding:.6rem 0}summary{cursor:pointer;display:flex;gap:.75rem;align-items:baseline;flex-wrap:wrap}
code,pre,textarea,.try input{font:13px/1.5 ui-monospace,monospace}pre{background:var(--soft);border-radius:12px;padding:1rem;overflow:auto}
.method{font-weight:700;min-width:4.2em;color:var(--accent)}
a{color:var(--accent)}table{border-collapse:collapse;width:100%}
td,th{text-align:left;border-top:1px solid var(--line);padding:.4rem .6rem .4rem 0;vertical-align:top}
td:first-child{min-width:7em}td:nth-child(2){min-width:6em}
.try{display:grid;gap:.6rem;margin:1rem 0;padding:1rem;border-radius:12px;background:var(--soft)}.try[hidden]{display:none}
label{display:grid;gap:.2rem}input,textarea{padding:.5rem;border:1px solid var(--line);border-radius:8px;background:Canvas;color:CanvasText}
button{justify-self:start;padding:.5rem 1.2rem;font:inherit;cursor:pointer}output pre{margin:.4rem 0 0}`

const SPECS = '<a href="/api/openapi.json">OpenAPI 3.1</a>, <a href="/api/asyncapi.json">AsyncAPI 3.0</a>'

type Document = {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described & { readonly tags: readonly string[] }>>>>
  readonly components: Components
}

function operationsOf({ tags, paths, components }: Document): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )
  const sections = tags.map(({ name, description }) => {
    const entries = all.filter(({ described }) => described.tags.includes(name))
    return (
      `<section><h3>${escapeHtml(name)}</h3><p>${escapeHtml(description)}</p>` +
      `${entries.map(({ method, path, described }) => operationEntry(method, path, described, components)).join('')}</section>`
    )
  })
  return sections.join('')
}

/** @param named schemas by name @param prefix of each anchor */
const schemasOf = (named: Readonly<Record<string, Json>>, prefix: string): string =>
  Object.entries(named)
    .map(([name, schema]) => {
      const about = typeof schema.description === 'string' ? `<p>${prose(schema.description)}</p>` : ''
      const title = `<summary><code>${escapeHtml(name)}</code></summary>`
      return `<details id="${prefix}-${escapeHtml(name)}">${title}${about}${fieldsTable(schema)}</details>`
    })
    .join('')

const errors = Object.entries(ERRORS).map(
  ([code, entry]) =>
    `<tr id="error-${code}"><td><code>${code}</code></td><td>${entry.status}</td><td>${escapeHtml(entry.message)}</td></tr>`,
)

/** The identity of requests that are sent from the page. */
const IDENTITY =
  '<form class="try" id="identity" hidden><p>Requests are sent from this page, as whoever is signed in here, or with an API token, which ' +
  'stays in this page until it is closed.</p><label><span>API token</span><input id="token" type="password" autocomplete="off" ' +
  'spellcheck="false" placeholder="ddt_…"></label></form>'

const LEGAL_TEXTS = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' } as const

/** The operator's links at the end of the page. */
function legalNav(legal: LegalLinks): string {
  const links = legalLinksSet(legal).map(({ name, url }) => `<a href="${escapeHtml(url)}">${LEGAL_TEXTS[name]}</a>`)
  return links.length === 0 ? '' : `<nav aria-label="Legal information">${links.join(' · ')}</nav>`
}

export function docsPage(publicUrl: string, legal: LegalLinks): string {
  const document = openapi(publicUrl) as Document
  const ofFrames = new Schemas()
  const [sent, received] = [frames('client', ofFrames), frames('server', ofFrames)]
  const schemas = Object.entries({ ...ofFrames.components, ...document.components.schemas }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return `<!doctype html><html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Digital Doorbell API</title>
<style>${STYLE}</style><script src="/api-docs.js" defer></script></head><body><main>
<h1>Digital Doorbell API</h1>
<p>Written from the contract. Machine-readable: ${SPECS}.</p>${IDENTITY}
<h2>Operations</h2>${operationsOf(document)}<h2>Socket: a client sends</h2>${schemasOf(sent, 'client')}
<h2>Socket: the server sends</h2>${schemasOf(received, 'server')}
<h2>Schemas</h2>${schemasOf(Object.fromEntries(schemas), 'schema')}
<h2>Errors</h2><table><tr><th>code</th><th>status</th><th>message</th></tr>${errors.join('')}</table></main>
${legalNav(legal)}</body></html>`
}
