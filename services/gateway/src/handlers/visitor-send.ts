/** Renders a visitor's page from its state, and sends it. */
import type { Request, Response } from 'express'
import type { AppError } from '#kit/app-error.ts'
import { type PageFailure, PageState, type VisitorBundle } from '#proto/visitor-page.ts'
import type { DrawCode, ReadForm, RenderPage, VisitorBundles } from '../domain/ports.ts'
import { type Identified, setCookies } from './caller.ts'
import { acceptedEncoding, setEncoding } from './encoding.ts'
import { endResponse } from './end-response.ts'
import { retryAfterOf } from './errors.ts'
import type { ForwardDeps } from './forward.ts'
import { languageOf, varyByLanguage } from './language.ts'

export type VisitorPageDeps = ForwardDeps & {
  readonly readForm: ReadForm
  readonly drawCode: DrawCode
  readonly bundles: VisitorBundles
  readonly renderPage: RenderPage
}

export const bundleFor = ({ bundles }: VisitorPageDeps, request: Request): Promise<VisitorBundle> => bundles(languageOf(request))

/** An error as the page shows it: beside the fields where the input was invalid, else above the form. */
export function pageFailure(appError: AppError): PageFailure {
  const { details, issues, ...failure } = appError.toBody()
  if (failure.code !== 'validation_failed') return failure
  return { ...failure, ...(details ? { details } : {}), ...(issues ? { issues } : {}) }
}

/** `who`: whose pending cookies are set. */
type Sent = { readonly who?: Identified; readonly status: number; readonly state: PageState }

export async function sendPage({ renderPage }: VisitorPageDeps, response: Response, { who, status, state }: Sent): Promise<void> {
  const encoding = acceptedEncoding(response.req)
  const page = await renderPage(languageOf(response.req), PageState.parse(state), encoding)
  for (const cookie of who ? setCookies(who) : []) response.append('Set-Cookie', cookie)
  varyByLanguage(response).status(status).set('Cache-Control', 'private, no-store').type('html')
  setEncoding(response, encoding)
  endResponse(response.req, response, page)
}

export function setRetryAfter(response: Response, appError: AppError): void {
  const seconds = retryAfterOf(appError)
  if (seconds !== undefined) response.set('Retry-After', String(seconds))
}
