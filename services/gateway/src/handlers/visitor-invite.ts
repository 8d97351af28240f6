/** The guest's page of an invite: requirements, Join, then the page of any visit (docs/product/decisions.md, 30). */
import { randomUUID } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS, type ErrorCode } from '#proto/errors.ts'
import { INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import type { InviteEnd, InviteState, PageState } from '#proto/visitor-page.ts'
import { hasNul } from '../domain/validation.ts'
import { fittingVisit } from '../domain/visits.ts'
import { type Identified, identify, setCookies } from './caller.ts'
import { callAs, readPostedForm, submitForm, withKey } from './visitor-form.ts'
import { bundleFor, pageFailure, sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'

const ENDS: Partial<Record<ErrorCode, InviteEnd>> = {
  invite_unknown: 'unknown',
  invite_expired: 'expired',
  invite_used: 'used',
  subscription_required: 'failed',
  unavailable: 'failed',
}
const TOKEN_MAX = 100
/** Actions that a guest may post besides Join; a guest cannot ring. */
const VISIT_ACTIONS: readonly string[] = ['cancel', 'message']

/** An invite has no door: no building info, and the retention of premium, which invites require. */
const doorOf = (label: string) => ({ qrCodeId: INVITE_CODE, label, building: null, keptDays: RETENTION_DAYS.premium })

type Page = { readonly status: number; readonly state: PageState; readonly failure?: AppError }

async function loadPage(deps: VisitorPageDeps, request: Request, who: Identified, failure?: AppError): Promise<Page> {
  const token = String(request.params.token)
  const now = deps.clock.now().toISOString()
  try {
    if (failure && ENDS[failure.code]) throw failure
    if (token.length > TOKEN_MAX || hasNul(token)) throw new AppError('invite_unknown')
    const { label, visit } = (await callAs(deps, 'doorbell.invite', { token }, who)).output
    if (visit?.outcome === 'cancelled' && !visit.canWrite) return { status: 200, state: { page: 'no-invite', now, reason: 'used' } }
    const state: InviteState = {
      page: 'invite',
      now,
      key: randomUUID(),
      failure: failure ? pageFailure(failure) : null,
      ...fittingVisit(visit ?? undefined),
      isWriting: request.query.write === '1',
      token,
      door: doorOf(label),
    }
    return failure ? { status: ERRORS[failure.code].status, state, failure } : { status: 200, state }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = ENDS[error.code] ?? 'failed'
    return { status: ERRORS[error.code].status, state: { page: 'no-invite', now, reason }, failure: error }
  }
}

async function show(deps: VisitorPageDeps, request: Request, response: Response, who: Identified, rejected?: AppError): Promise<void> {
  const { status, state, failure } = await loadPage(deps, request, who, rejected)
  if (failure) setRetryAfter(response, failure)
  await sendPage(deps, response, { who, status, state })
}

async function post(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const token = String(request.params.token)
  try {
    const form = await readPostedForm(deps, who, request, response)
    const { action = '' } = form.fields
    if (action !== 'join' && !VISIT_ACTIONS.includes(action)) throw new AppError('malformed')
    const { fillForm } = await bundleFor(deps, request)
    const done =
      action === 'join'
        ? await callAs(deps, 'doorbell.join_invite', { token }, withKey(who, form.fields.idempotencyKey))
        : await submitForm(deps, { qrCodeId: INVITE_CODE, form, who, fillForm })
    for (const cookie of setCookies(who, done.cookies)) response.append('Set-Cookie', cookie)
    response.redirect(303, `/visitor/invite/${encodeURIComponent(token)}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await show(deps, request, response, who, error)
  }
}

export function mountInvitePage(app: Express, deps: VisitorPageDeps): void {
  app.get('/visitor/invite/:token', (request, response) => show(deps, request, response, identify(deps, request)))
  app.post('/visitor/invite/:token', (request, response) => post(deps, request, response))
}
