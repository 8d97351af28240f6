/** The one template of the visitor's pages, and how a rendered page leaves. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, Response } from 'express'
import { compressText } from '#kit/compress.ts'
import type { Refusal } from '#kit/refusal.ts'
import { compileTemplate, type TemplateData } from '#kit/template.ts'
import type { Language } from '#proto/languages.ts'
import { sayRefusal } from '#proto/refusal-words.ts'
import type { DrawCode, ReadForm } from '../domain/ports.ts'
import { VisitorWords } from '../domain/visitor-words.ts'
import { type Identified, setCookies } from './caller.ts'
import { retryAfterOf } from './errors.ts'
import type { ForwardDeps } from './forward.ts'
import { builtFor, languageOf, varyByLanguage } from './language.ts'
import { endResponse } from './unread.ts'

export type VisitorPageDeps = ForwardDeps & { readonly readForm: ReadForm; readonly drawCode: DrawCode }
export type Template = { readonly render: (model: TemplateData) => string; readonly words: VisitorWords }
export type PageDeps = VisitorPageDeps & { readonly template: (request: Request) => Template }

/** One for each language, read once; read again while the web is not built yet. */
export function templateReader(dist: string): (request: Request) => Template {
  const templates = new Map<Language, Template>()
  return (request) => {
    const language = languageOf(request)
    const known = templates.get(language)
    if (known) return known
    const read = (name: string) => readFileSync(path.join(builtFor(dist, language), name), 'utf8')
    const template = { render: compileTemplate(read('visitor.html')), words: VisitorWords.parse(JSON.parse(read('visitor-texts.json'))) }
    templates.set(language, template)
    return template
  }
}

/** A refusal in the page's language. */
export const said = (words: VisitorWords, refusal: Refusal) => sayRefusal(words.refusals, refusal.code, refusal.message)

/** One answer of the template, with the cookies that are due. */
export function sendPage(deps: PageDeps, response: Response, who: Identified, status: number, model: TemplateData): void {
  for (const cookie of setCookies(who)) response.append('Set-Cookie', cookie)
  varyByLanguage(response).status(status).set('Cache-Control', 'no-store').vary('Accept-Encoding').type('html')
  const page = deps.template(response.req).render(model)
  const encoding = (['br', 'gzip'] as const).find((known) => response.req.acceptsEncodings(known))
  if (encoding) response.set('Content-Encoding', encoding)
  endResponse(response.req, response, encoding ? compressText(page, encoding) : Buffer.from(page))
}

export function setRetryAfter(response: Response, refusal: Refusal): void {
  const seconds = retryAfterOf(refusal)
  if (seconds !== undefined) response.set('Retry-After', String(seconds))
}
