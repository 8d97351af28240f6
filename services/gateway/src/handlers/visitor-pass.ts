/** /visitor/pass/{token}: what became of a request for a visit, the way to ring with it, and its entry for a calendar (decision 31). */
import { randomUUID } from 'node:crypto'
import type { Express, Request, RequestHandler, Response } from 'express'
import { Refusal } from '#kit/refusal.ts'
import { ERRORS } from '#proto/errors.ts'
import { FIELD } from '#proto/limits.ts'
import type { VisitPass } from '#proto/visits.ts'
import { calendarOf, noPassModel, passModel } from '../domain/pass-model.ts'
import { type Identified, identify } from './caller.ts'
import { callAs, readCountedForm } from './visitor-form.ts'
import { type PageDeps, said, sendPage, setRetryAfter } from './visitor-template.ts'

const urlOf = (deps: PageDeps, { token }: VisitPass) => new URL(`/visitor/pass/${token}`, deps.site.publicUrl).href

/** @throws Refusal not_found and what a part that is down says */
async function passOf(deps: PageDeps, request: Request, who: Identified): Promise<VisitPass> {
  const token = String(request.params.token)
  if (token.length > FIELD.passToken) throw new Refusal('not_found')
  return (await callAs(deps, 'doorbell.pass', { token }, who.caller)).output
}

async function showPass(deps: PageDeps, request: Request, response: Response, refusal?: Refusal): Promise<void> {
  const who = identify(deps, request)
  const { words: all } = deps.template(request)
  const words = all.visits
  // A pass is a proof: no cache on the way keeps it, no other page learns its address.
  response.set('Referrer-Policy', 'same-origin')
  try {
    const pass = await passOf(deps, request, who)
    const url = urlOf(deps, pass)
    const now = deps.clock.now()
    const failure = refusal && said(all, refusal)
    if (refusal) setRetryAfter(response, refusal)
    const model = passModel({ words, pass, now, url, key: randomUUID(), code: deps.drawCode(url), failure })
    sendPage(deps, response, who, refusal ? ERRORS[refusal.code].status : 200, model)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    setRetryAfter(response, error)
    const model = noPassModel(words)
    const { status } = ERRORS[error.code]
    const isUnknown = status < 429
    sendPage(
      deps,
      response,
      who,
      isUnknown ? 404 : status,
      isUnknown ? model : { ...model, panel: { icon: 'qr-code', title: words.pass.title, text: error.message } },
    )
  }
}

/** Without script: the one thing that a pass's page posts to its own address. */
async function postPass(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const { caller } = identify(deps, request)
  const token = String(request.params.token)
  try {
    const { fields } = await readCountedForm(deps, request)
    if (fields.action !== 'erase') throw new Refusal('malformed')
    await callAs(deps, 'doorbell.erase_request', { token }, caller)
    response.redirect(303, `/visitor/pass/${encodeURIComponent(token)}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await showPass(deps, request, response, error)
  }
}

async function sendCalendar(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const pass = await passOf(deps, request, identify(deps, request))
  if (pass.status !== 'approved') throw new Refusal('not_found')
  response
    .set('Cache-Control', 'no-store')
    .set('Content-Disposition', 'attachment; filename="visit.ics"')
    .type('text/calendar; charset=utf-8')
    .send(
      calendarOf(deps.template(request).words.visits, pass, {
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
