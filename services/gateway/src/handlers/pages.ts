/** Serves the built web: hashed assets are immutable, pages are revalidated each time. No session is needed. */

import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import escapeHtml from 'escape-html'
import type { Express, NextFunction, Request, Response } from 'express'
import { LANGUAGES, type Language } from '#proto/languages.ts'
import { type LegalLinks, legalLinksSet, legalMetaName } from '#proto/legal-links.ts'
import { INVITATION_PAGE, RESIDENT_PAGES } from '#proto/pages.ts'
import type { AssetsOfCopies, FindFile, StaticFile } from '../domain/ports.ts'
import type { Site } from '../domain/site.ts'
import { acceptedEncoding, acceptedEncodings } from './encoding.ts'
import { builtFor, languageLink, languageOf, varyByLanguage } from './language.ts'

const decompress = promisify(brotliDecompress)
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A worker from a cache would keep the whole app at that release. */
const WORKER = '/sw.js'
const lifetimeOf = (name: string) => (name === WORKER ? 'no-store' : name.startsWith('/assets/') ? IMMUTABLE : 'no-cache')
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Digital Doorbell</title><p>The pages are being built. Reload in a moment.</p>'

/** A single forward range (RFC 9110, 14.1.2); any other Range is ignored. */
function rangeOf(header: string | undefined, length: number): { readonly from: number; readonly to: number } | undefined {
  const [, first, last] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header ?? '') ?? []
  if (first === undefined || (last && Number(first) > Number(last))) return undefined
  return { from: Number(first), to: Math.min(last ? Number(last) : length - 1, length - 1) }
}

/** Files of the build that must not be served directly, and dot files. */
const INNER = new RegExp(`^(/(${LANGUAGES.join('|')}))?/index\\.html|^/server(/|$)|/\\.`, 'i')

/** @param pathname raw but decodable (undecodable-path.ts) @returns the normalized path of the file */
const fileOf = (pathname: string) => path.posix.normalize(`/${decodeURIComponent(pathname).replaceAll('\\', '/')}`)

/** Writes the operator's settings into the page. Its links and QR codes use the public URL instead of the origin of the open page. */
function withSettings(html: string, publicUrl: URL, legal: LegalLinks): string {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
  const links = legalLinksSet(legal).map(({ name, url }) => meta(legalMetaName(name), url))
  return html.replace('</title>', () => ['</title>', meta('public-url', publicUrl.origin), ...links].join(''))
}

const notFound = (response: Response) => void response.status(404).type('text').send('Not found.')
const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** Sends a file, or the requested range of it. */
function sendFile(request: Request, response: Response, { bytes, modified, encoding }: StaticFile, name: string): void {
  const { length } = bytes
  response.setHeader('Vary', 'Accept-Encoding')
  response.setHeader('Cache-Control', lifetimeOf(name))
  response.type(path.extname(name) || 'bin')
  response.setHeader('Last-Modified', modified)
  if (encoding) response.setHeader('Content-Encoding', encoding)
  const range = rangeOf(request.headers.range, length)
  if (range && range.from >= length) {
    response.setHeader('Content-Range', `bytes */${length}`)
    return void response.status(416).end()
  }
  if (range) {
    response.status(206).setHeader('Accept-Ranges', 'bytes')
    response.setHeader('Content-Range', `bytes ${range.from}-${range.to}/${length}`)
  }
  const sent = range ? bytes.subarray(range.from, range.to + 1) : bytes
  response.setHeader('Content-Length', sent.length)
  response.end(request.method === 'HEAD' ? undefined : sent)
}

/** The address of an invitation is a credential: it must not reach search engines, nor other sites by Referer. */
function hideAddress(_request: Request, response: Response, next: NextFunction): void {
  response.set({ 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex' })
  next()
}

type PagesDeps = {
  readonly site: Site
  readonly assets: AssetsOfCopies
  /** In the built web, and in that of the previous release. */
  readonly files: readonly [current: FindFile, previous: FindFile]
  readonly legal: LegalLinks
}

export function mountPages(app: Express, { site, assets, files, legal }: PagesDeps): void {
  const [current] = files
  /** For each language the page as it was built, and with the settings. */
  const made = new Map<Language, { readonly built: Buffer; readonly page: string }>()
  const pageIn = (language: Language): string => {
    const file = current(path.join(builtFor('/', language), 'index.html'), [])
    if (!file) return NOT_BUILT
    const known = made.get(language)
    if (known?.built === file.bytes) return known.page
    const page = withSettings(file.bytes.toString('utf8'), site.publicUrl, legal)
    made.set(language, { built: file.bytes, page })
    return page
  }
  const page = (status: number) => (request: Request, response: Response) =>
    void varyByLanguage(response)
      .status(status)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(pageIn(languageOf(request)))
  const byLink = languageLink(site)
  app.get(INVITATION_PAGE, hideAddress)
  app.get([...RESIDENT_PAGES], byLink, page(200))
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!isRead(request)) return next()
    const name = fileOf(request.path)
    if (INNER.test(name)) return notFound(response)
    const encodings = acceptedEncodings(request)
    for (const find of files) {
      const file = find(name, encodings)
      if (file) return sendFile(request, response, file, name)
    }
    next()
  })
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    if (!isRead(request)) return next()
    const asset = await assets.find(request.path)
    if (!asset) return next()
    response.set('Cache-Control', IMMUTABLE).vary('Accept-Encoding').type(path.extname(request.path))
    if (!asset.encoding) return response.send(Buffer.from(asset.bytes))
    if (acceptedEncoding(request) !== asset.encoding) return response.send(await decompress(asset.bytes))
    response.set('Content-Encoding', asset.encoding).send(Buffer.from(asset.bytes))
  })
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!isRead(request)) return next()
    if (/\.\w+$/.test(request.path)) return notFound(response)
    byLink(request, response, () => page(404)(request, response))
  })
}
