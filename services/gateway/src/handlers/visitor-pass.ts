/** /visitor/pass/{token}: the status of a visit request, its ring form and its calendar entry (decision 31). */
import { randomUUID } from 'node:crypto'
import type { Express, Request, RequestHandler, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS } from '#proto/errors.ts'
import { FIELD } from '#proto/limits.ts'
import type { VisitPass } from '#proto/visits.ts'
import { calendarEntry, noPassModel, passModel } from '../domain/pass-model.ts'
import { type Identified, identify } from './caller.ts'
import { callAs, readCountedForm } from './visitor-form.ts'
import { errorMessage, type PageDeps, sendPage, setRetryAfter } from './visitor-template.ts'

const urlOf = (deps: PageDeps, { token }: VisitPass) => new URL(`/visitor/pass/${token}`, deps.site.publicUrl).href

/** @throws AppError not_found, unavailable */
async function passOf(deps: PageDeps, request: Request, who: Identified): Promise<VisitPass> {
  const token = String(request.params.token)
  if (token.length > FIELD.passToken) throw new AppError('not_found')
  return (await callAs(deps, 'doorbell.pass', { token }, who.caller)).output
}

async function showPass(deps: PageDeps, request: Request, response: Response, appError?: AppError): Promise<void> {
  const who = identify(deps, request)
  const { texts: all } = deps.template(request)
  const texts = all.visits
  // The URL of a pass is a credential: it must not reach caches or other sites' Referer.
  response.set('Referrer-Policy', 'same-origin')
  try {
    const pass = await passOf(deps, request, who)
    const url = urlOf(deps, pass)
    const now = deps.clock.now()
    const failure = appError && errorMessage(all, appError)
    if (appError) setRetryAfter(response, appError)
    const model = passModel({ texts, pass, now, url, key: randomUUID(), code: deps.drawCode(url), failure })
    sendPage(deps, response, who, appError ? ERRORS[appError.code].status : 200, model)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    setRetryAfter(response, error)
    const model = noPassModel(texts)
    const { status } = ERRORS[error.code]
    const isUnknown = status < 429
    sendPage(
      deps,
      response,
      who,
      isUnknown ? 404 : status,
      isUnknown ? model : { ...model, panel: { icon: 'qr-code', title: texts.pass.title, text: error.message } },
    )
  }
}

/** Erases the request, without script: the only form that a pass's page posts to its own URL. */
async function postPass(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const { caller } = identify(deps, request)
  const token = String(request.params.token)
  try {
    const { fields } = await readCountedForm(deps, request)
    if (fields.action !== 'erase') throw new AppError('malformed')
    await callAs(deps, 'doorbell.erase_request', { token }, caller)
    response.redirect(303, `/visitor/pass/${encodeURIComponent(token)}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await showPass(deps, request, response, error)
  }
}

async function sendCalendar(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const pass = await passOf(deps, request, identify(deps, request))
  if (pass.status !== 'approved') throw new AppError('not_found')
  response
    .set('Cache-Control', 'no-store')
    .set('Content-Disposition', 'attachment; filename="visit.ics"')
    .type('text/calendar; charset=utf-8')
    .send(
      calendarEntry(deps.template(request).texts.visits, pass, {
        url: urlOf(deps, pass),
        host: deps.site.publicUrl.hostname,
        now: deps.clock.now(),
      }),
    )
}

export function mountPass(app: Express, deps: PageDeps, fromUs: RequestHandler): void {
  app.get('/visitor/pass/:token', (request, response) => showPass(deps, request, response))
  app.post('/visitor/pass/:token', fromUs, (request, response) => postPass(deps, request, response))
  app.get('/visitor/pass/:token/visit.ics', (request, response) => sendCalendar(deps, request, response))
}
