/** Renders a visitor's page from its state, and sends it. */
import type { Request, Response } from 'express'
import type { AppError } from '#kit/app-error.ts'
import { compressText } from '#kit/compress.ts'
import { type PageFailure, PageState, type VisitorBundle } from '#proto/visitor-page.ts'
import type { DrawCode, ReadForm, VisitorBundles } from '../domain/ports.ts'
import { type Identified, setCookies } from './caller.ts'
import { chooseEncoding } from './encoding.ts'
import { endResponse } from './end-response.ts'
import { retryAfterOf } from './errors.ts'
import type { ForwardDeps } from './forward.ts'
import { languageOf, varyByLanguage } from './language.ts'

export type VisitorPageDeps = ForwardDeps & {
  readonly readForm: ReadForm
  readonly drawCode: DrawCode
  readonly bundles: VisitorBundles
}

export const bundleFor = ({ bundles }: VisitorPageDeps, request: Request): Promise<VisitorBundle> => bundles(languageOf(request))

/** An error as the page shows it: beside the fields where the input was invalid, else above the form. */
export function pageFailure(appError: AppError): PageFailure {
  const { details, issues, ...failure } = appError.toBody()
  if (failure.code !== 'validation_failed') return failure
  return { ...failure, ...(details ? { details } : {}), ...(issues ? { issues } : {}) }
}

type Sent = { readonly who: Identified; readonly status: number; readonly state: PageState }

/** Sends the page with the pending cookies. */
export async function sendPage(deps: VisitorPageDeps, response: Response, { who, status, state }: Sent): Promise<void> {
  const { renderVisitor } = await bundleFor(deps, response.req)
  const page = renderVisitor(PageState.parse(state))
  for (const cookie of setCookies(who)) response.append('Set-Cookie', cookie)
  varyByLanguage(response).status(status).set('Cache-Control', 'private, no-store').type('html')
  const encoding = chooseEncoding(response)
  endResponse(response.req, response, encoding ? compressText(page, encoding) : Buffer.from(page))
}

export function setRetryAfter(response: Response, appError: AppError): void {
  const seconds = retryAfterOf(appError)
  if (seconds !== undefined) response.set('Retry-After', String(seconds))
}
