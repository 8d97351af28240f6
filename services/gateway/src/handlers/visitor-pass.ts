/** /visitor/pass/{token}: the status of a visit request, its ring form and its calendar entry (docs/product/decisions.md, 31). */
import { randomUUID } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS } from '#proto/errors.ts'
import { FIELD } from '#proto/limits.ts'
import type { PageState } from '#proto/visitor-page.ts'
import type { VisitPass } from '#proto/visits.ts'
import { type Identified, identify } from './caller.ts'
import { callAs, readPostedForm } from './visitor-form.ts'
import { bundleFor, pageFailure, sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'

const urlOf = (deps: VisitorPageDeps, { token }: VisitPass) => new URL(`/visitor/pass/${token}`, deps.site.publicUrl).href

/** @throws AppError not_found, unavailable */
async function passOf(deps: VisitorPageDeps, request: Request, who: Identified): Promise<VisitPass> {
  const token = String(request.params.token)
  if (token.length > FIELD.passToken) throw new AppError('not_found')
  return (await callAs(deps, 'doorbell.pass', { token }, who)).output
}

async function loadPage(deps: VisitorPageDeps, request: Request, who: Identified, failure?: AppError): Promise<[PageState, AppError?]> {
  const now = deps.clock.now().toISOString()
  try {
    const pass = await passOf(deps, request, who)
    const url = urlOf(deps, pass)
    const shown = failure ? pageFailure(failure) : null
    return [{ page: 'pass', now, key: randomUUID(), failure: shown, pass, url, code: deps.drawCode(url) }, failure]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const isUnknown = ERRORS[error.code].status < 429
    return [{ page: 'no-pass', now, failure: isUnknown ? null : pageFailure(error) }, isUnknown ? new AppError('not_found') : error]
  }
}

async function show(deps: VisitorPageDeps, request: Request, response: Response, rejected?: AppError): Promise<void> {
  const who = identify(deps, request)
  // The URL of a pass is a credential: it must not reach caches or other sites' Referer.
  response.set('Referrer-Policy', 'same-origin')
  const [state, failure] = await loadPage(deps, request, who, rejected)
  if (failure) setRetryAfter(response, failure)
  await sendPage(deps, response, { who, status: failure ? ERRORS[failure.code].status : 200, state })
}

/** Erases the request: the only form that a pass's page posts to its own URL. */
async function post(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const token = String(request.params.token)
  try {
    const { fields } = await readPostedForm(deps, who, request, response)
    if (fields.action !== 'erase') throw new AppError('malformed')
    await callAs(deps, 'doorbell.erase_request', { token }, who)
    response.redirect(303, `/visitor/pass/${encodeURIComponent(token)}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await show(deps, request, response, error)
  }
}

async function sendCalendar(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const pass = await passOf(deps, request, identify(deps, request))
  if (pass.status !== 'approved') throw new AppError('not_found')
  const { calendarEntry } = await bundleFor(deps, request)
  response
    .set('Cache-Control', 'private, no-store')
    .set('Content-Disposition', 'attachment; filename="visit.ics"')
    .type('text/calendar; charset=utf-8')
    .send(calendarEntry(pass, { url: urlOf(deps, pass), host: deps.site.publicUrl.hostname, now: deps.clock.now() }))
}

export function mountPassPage(app: Express, deps: VisitorPageDeps): void {
  app.get('/visitor/pass/:token', (request, response) => show(deps, request, response))
  app.post('/visitor/pass/:token', (request, response) => post(deps, request, response))
  app.get('/visitor/pass/:token/visit.ics', (request, response) => sendCalendar(deps, request, response))
}
