/** The guest's page of an invite: requirements, Join, then the page of any visit. Also works without script, as far as possible. */
import { randomUUID } from 'node:crypto'
import type { Express, Request, RequestHandler, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS, type ErrorCode } from '#proto/errors.ts'
import { INVITE_CODE } from '#proto/limits.ts'
import { type InviteEnd, joinedInvite, openInvite, unusableInvite } from '../domain/invite-model.ts'
import { hasNul } from '../domain/validation.ts'
import { type Identified, identify, setCookies } from './caller.ts'
import { callAs, readCountedForm, submitForm } from './visitor-form.ts'
import { errorMessage, type PageDeps, sendPage, setRetryAfter } from './visitor-template.ts'

const ENDS: Partial<Record<ErrorCode, InviteEnd>> = {
  invite_unknown: 'unknown',
  invite_expired: 'expired',
  invite_used: 'used',
  subscription_required: 'failed',
}
const TOKEN_MAX = 100
/** Actions that a guest may post besides Join; a guest cannot ring. */
const VISIT_ACTIONS: readonly string[] = ['cancel', 'message']

const actionOf = (token: string) => `/visitor/invite/${encodeURIComponent(token)}`

async function show(deps: PageDeps, request: Request, response: Response, who: Identified, failure?: AppError): Promise<void> {
  const token = String(request.params.token)
  const { texts } = deps.template(request)
  const context = { texts, now: deps.clock.now(), action: actionOf(token) }
  if (failure && (ENDS[failure.code] || failure.code === 'unavailable')) return showEnd(deps, response, who, context, failure)
  try {
    if (token.length > TOKEN_MAX || hasNul(token)) throw new AppError('invite_unknown')
    const { label, visit } = (await callAs(deps, 'doorbell.invite', { token }, who.caller)).output
    const status = failure ? ERRORS[failure.code].status : 200
    const options = failure ? { failure: errorMessage(texts, failure) } : {}
    if (failure) setRetryAfter(response, failure)
    if (!visit) return sendPage(deps, response, who, status, openInvite({ ...context, label, key: randomUUID(), ...options }))
    if (visit.outcome === 'cancelled' && !visit.canWrite) return sendPage(deps, response, who, 200, unusableInvite(context, 'used'))
    const model = joinedInvite({ ...context, label, visit, key: randomUUID(), write: request.query.write === '1', ...options })
    sendPage(deps, response, who, status, model)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    showEnd(deps, response, who, context, error)
  }
}

function showEnd(
  deps: PageDeps,
  response: Response,
  who: Identified,
  context: Parameters<typeof unusableInvite>[0],
  appError: AppError,
): void {
  setRetryAfter(response, appError)
  sendPage(deps, response, who, ERRORS[appError.code].status, unusableInvite(context, ENDS[appError.code] ?? 'failed'))
}

async function post(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const token = String(request.params.token)
  try {
    const form = await readCountedForm(deps, request)
    const idempotencyKey = form.fields.idempotencyKey?.slice(0, 100) || randomUUID()
    const { texts } = deps.template(request)
    const { action = '' } = form.fields
    if (action !== 'join' && !VISIT_ACTIONS.includes(action)) throw new AppError('malformed')
    const done =
      action === 'join'
        ? await callAs(deps, 'doorbell.join_invite', { token }, { ...who.caller, idempotencyKey })
        : await submitForm(deps, { qrCodeId: INVITE_CODE, form, caller: who.caller, texts })
    for (const cookie of setCookies(who, done.cookies)) response.append('Set-Cookie', cookie)
    response.redirect(303, actionOf(token))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await show(deps, request, response, who, error)
  }
}

export function mountInvitePage(app: Express, deps: PageDeps, fromUs: RequestHandler): void {
  app.get('/visitor/invite/:token', (request, response) => show(deps, request, response, identify(deps, request)))
  app.post('/visitor/invite/:token', fromUs, (request, response) => post(deps, request, response))
}
