/** Serves the built web: hashed assets are immutable, pages are revalidated each time. No session is needed. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import escapeHtml from 'escape-html'
import type { Express, NextFunction, Request, Response } from 'express'
import sirv from 'sirv'
import { LANGUAGES, type Language } from '#proto/languages.ts'
import { RESIDENT_PAGES } from '#proto/pages.ts'
import type { AssetsOfCopies } from '../domain/ports.ts'
import type { Site } from '../domain/site.ts'
import { builtFor, languageLink, languageOf, varyByLanguage } from './language.ts'

const decompress = promisify(brotliDecompress)
const IMMUTABLE = 'public, max-age=31536000, immutable'
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Digital Doorbell</title><p>The pages are being built. Reload in a moment.</p>'

/** A single forward range (RFC 9110, 14.1.2); any other Range is ignored. */
function isRange(header: string): boolean {
  const [, from, to] = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header) ?? []
  return from !== undefined && (!to || Number(from) <= Number(to))
}

/** Files of the build that must not be served directly, and dot files. */
const INNER = new RegExp(`^(/(${LANGUAGES.join('|')}))?/index\\.html|^/server(/|$)|/\\.`, 'i')

/** @param pathname raw but decodable (undecodable-path.ts) @returns the normalized path of the file */
const fileOf = (pathname: string) => path.posix.normalize(`/${decodeURIComponent(pathname).replaceAll('\\', '/')}`)

/** Puts the public URL into the page: links and QR codes use it instead of the origin that happens to be open. */
function readPage(dist: string, publicUrl: URL, language: Language): string {
  try {
    const html = readFileSync(path.join(builtFor(dist, language), 'index.html'), 'utf8')
    return html.replace('</title>', `</title><meta name="public-url" content="${escapeHtml(publicUrl.origin)}">`)
  } catch {
    return NOT_BUILT
  }
}

const notFound = (response: Response) => void response.status(404).type('text').send('Not found.')

type PagesDeps = {
  readonly site: Site
  readonly assets: AssetsOfCopies
  /** The built web. */
  readonly dist: string
  /** The assets of the previous release. */
  readonly previous: string
}

export function mountPages(app: Express, { site, assets, dist, previous }: PagesDeps): void {
  const page = (status: number) => (request: Request, response: Response) =>
    void varyByLanguage(response)
      .status(status)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(readPage(dist, site.publicUrl, languageOf(request)))
  const filesIn = (folder: string) =>
    sirv(folder, {
      dev: true,
      brotli: true,
      gzip: true,
      extensions: [],
      setHeaders: (response, pathname) => response.setHeader('Cache-Control', pathname.startsWith('/assets/') ? IMMUTABLE : 'no-cache'),
    })
  const [files, filesBefore] = [filesIn(dist), filesIn(previous)]
  const byLink = languageLink(site)
  app.get([...RESIDENT_PAGES], byLink, page(200))
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (INNER.test(fileOf(request.path))) return notFound(response)
    if (request.headers.range && !isRange(request.headers.range)) delete request.headers.range
    files(request, response, () => filesBefore(request, response, next))
  })
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const asset = await assets.find(request.path)
    if (!asset) return next()
    response.set('Cache-Control', IMMUTABLE).vary('Accept-Encoding').type(path.extname(request.path))
    if (!asset.encoding) return response.send(Buffer.from(asset.bytes))
    if (!request.acceptsEncodings(asset.encoding)) return response.send(await decompress(asset.bytes))
    response.set('Content-Encoding', asset.encoding).send(Buffer.from(asset.bytes))
  })
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    if (/\.\w+$/.test(request.path)) return notFound(response)
    byLink(request, response, () => page(404)(request, response))
  })
}
