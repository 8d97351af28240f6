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

/** Every page depends on both headers, so caches must vary by them. */
export const varyByLanguage = (response: Response): Response => response.vary('Accept-Language').vary('Cookie')

const ASKED = new RegExp(`[?&]${LANGUAGE_PARAMETER}=([a-z]+)(?:&|$)`)

/** Without parsing the other parameters, of which a request may contain thousands. @param url as it was sent */
export function languageAsked(url: string): Language | undefined {
  const asked = ASKED.exec(url)?.[1]
  return isLanguage(asked) ? asked : undefined
}

/** @param url as it was sent, with the parameter */
function withoutLanguage(url: string): string {
  const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  const rest = query.split('&').filter((parameter) => !parameter.startsWith(`${LANGUAGE_PARAMETER}=`))
  // A path that begins with two slashes would redirect to another host.
  return pathname.replace(/^[/\\]+/, '/') + (rest.length ? `?${rest.join('&')}` : '')
}

/** @returns a handler for pages; static files have no language link */
export function languageLink(site: Site) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const asked = request.method === 'GET' ? languageAsked(request.originalUrl) : undefined
    if (!asked) {
      next()
      return
    }
    const { name, maxAgeSeconds } = LANGUAGE_COOKIE
    response.append('Set-Cookie', serialize(name, asked, { path: '/', sameSite: 'lax', secure: site.secure, maxAge: maxAgeSeconds }))
    response.set('Cache-Control', 'private, no-store').redirect(303, withoutLanguage(request.originalUrl))
  }
}
