/** The bare /visitor: asks for the sign's code, and links this browser's open visit (docs/product/decisions.md, 1). */
import type { Express, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS } from '#proto/errors.ts'
import { currentVisit } from '../domain/visits.ts'
import { identify } from './caller.ts'
import { readVisits } from './visitor-door.ts'
import { callAs, readPostedForm } from './visitor-form.ts'
import { pageFailure, sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'

/** No code that is typed with separators is longer. */
const SHOWN = 20

async function show(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const now = deps.clock.now()
  // While doorbell is down there is nothing to resume, but a code can still be entered.
  const visits = await readVisits(deps, who, who.proofs.visits()).catch((error: unknown) => {
    if (error instanceof AppError) return []
    throw error
  })
  const open = currentVisit(visits, now)
  const resume = open ? { qrCodeId: open.qrCodeId, doorLabel: open.doorLabel } : null
  await sendPage(deps, response, { who, status: 200, state: { page: 'code', now: now.toISOString(), failure: null, value: '', resume } })
}

async function post(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  let value = ''
  try {
    value = ((await readPostedForm(deps, who, request, response)).fields.code ?? '').slice(0, SHOWN)
    const { output } = await callAs(deps, 'doorbell.find_code', { code: value }, who)
    response.redirect(303, `/visitor/${output.qrCodeId}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    setRetryAfter(response, error)
    const now = deps.clock.now().toISOString()
    const { status } = ERRORS[error.code]
    await sendPage(deps, response, { who, status, state: { page: 'code', now, failure: pageFailure(error), value, resume: null } })
  }
}

export function mountCodePage(app: Express, deps: VisitorPageDeps): void {
  app.get('/visitor', (request, response) => show(deps, request, response))
  app.post('/visitor', (request, response) => post(deps, request, response))
}
