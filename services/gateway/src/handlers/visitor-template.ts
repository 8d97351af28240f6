/** Loads the template of the visitor's pages and sends rendered pages. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, Response } from 'express'
import type { AppError } from '#kit/app-error.ts'
import { compressText } from '#kit/compress.ts'
import { compileTemplate, type TemplateData } from '#kit/template.ts'
import { translateError } from '#proto/error-messages.ts'
import type { Language } from '#proto/languages.ts'
import type { DrawCode, ReadForm } from '../domain/ports.ts'
import { VisitorTexts } from '../domain/visitor-texts.ts'
import { type Identified, setCookies } from './caller.ts'
import { endResponse } from './end-response.ts'
import { retryAfterOf } from './errors.ts'
import type { ForwardDeps } from './forward.ts'
import { builtFor, languageOf, varyByLanguage } from './language.ts'

export type VisitorPageDeps = ForwardDeps & { readonly readForm: ReadForm; readonly drawCode: DrawCode }
export type Template = { readonly render: (model: TemplateData) => string; readonly texts: VisitorTexts }
export type PageDeps = VisitorPageDeps & { readonly template: (request: Request) => Template }

/** One template per language, read once. Until the web is built every request reads again. */
export function templateReader(dist: string): (request: Request) => Template {
  const templates = new Map<Language, Template>()
  return (request) => {
    const language = languageOf(request)
    const known = templates.get(language)
    if (known) return known
    const read = (name: string) => readFileSync(path.join(builtFor(dist, language), name), 'utf8')
    const template = { render: compileTemplate(read('visitor.html')), texts: VisitorTexts.parse(JSON.parse(read('visitor-texts.json'))) }
    templates.set(language, template)
    return template
  }
}

/** The error's message in the page's language. */
export const errorMessage = (texts: VisitorTexts, appError: AppError) => translateError(texts.refusals, appError.code, appError.message)

/** Renders and sends a page with the pending cookies. */
export function sendPage(deps: PageDeps, response: Response, who: Identified, status: number, model: TemplateData): void {
  for (const cookie of setCookies(who)) response.append('Set-Cookie', cookie)
  varyByLanguage(response).status(status).set('Cache-Control', 'no-store').vary('Accept-Encoding').type('html')
  const page = deps.template(response.req).render(model)
  const encoding = (['br', 'gzip'] as const).find((known) => response.req.acceptsEncodings(known))
  if (encoding) response.set('Content-Encoding', encoding)
  endResponse(response.req, response, encoding ? compressText(page, encoding) : Buffer.from(page))
}

export function setRetryAfter(response: Response, appError: AppError): void {
  const seconds = retryAfterOf(appError)
  if (seconds !== undefined) response.set('Retry-After', String(seconds))
}
