/** Changes the language by a link: `?lang=de` on any page sets the cookie and redirects to the page without it. Needs no script. */
import path from 'node:path'
import { serialize } from 'cookie'
import type { NextFunction, Request, Response } from 'express'
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, type Language } from '#proto/languages.ts'
import { chooseLanguage } from '../domain/language.ts'
import type { Site } from '../domain/site.ts'

export const languageOf = (request: Request): Language => chooseLanguage(request.headers)

/** The folder of a language's build: English at the top, others in a subfolder. */
export const builtFor = (dist: string, language: Language): string => (language === 'en' ? dist : path.join(dist, language))

/** Every page depends on both headers, which caches must know. */
export const varyByLanguage = (response: Response): Response => response.vary('Accept-Language').vary('Cookie')

/** @returns a handler for pages; static files have no language link */
export function languageLink(site: Site) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const asked = request.query[LANGUAGE_PARAMETER]
    if (request.method !== 'GET' || !isLanguage(asked)) {
      next()
      return
    }
    const [pathname = '', query = ''] = request.originalUrl.split('?', 2)
    const searchParams = new URLSearchParams(query)
    searchParams.delete(LANGUAGE_PARAMETER)
    const rest = searchParams.toString()
    const { name, maxAgeSeconds } = LANGUAGE_COOKIE
    response.append('Set-Cookie', serialize(name, asked, { path: '/', sameSite: 'lax', secure: site.secure, maxAge: maxAgeSeconds }))
    // A path that begins with two slashes would redirect to another host.
    response.set('Cache-Control', 'private, no-store').redirect(303, pathname.replace(/^[/\\]+/, '/') + (rest ? `?${rest}` : ''))
  }
}
