/** The guest's page of an invite: what it needs, Join, and then the page of any visit. It works as far as it can without script. */
import { randomUUID } from 'node:crypto'
import type { Express, Request, RequestHandler, Response } from 'express'
import { Refusal } from '#kit/refusal.ts'
import { ERRORS, type ErrorCode } from '#proto/errors.ts'
import { INVITE_CODE } from '#proto/limits.ts'
import { deadInvite, type InviteEnd, joinedInvite, openInvite } from '../domain/invite-model.ts'
import { hasNul } from '../domain/validation.ts'
import { type Identified, identify, setCookies } from './caller.ts'
import { callAs, readCountedForm, submitForm } from './visitor-form.ts'
import { type PageDeps, said, sendPage, setRetryAfter } from './visitor-template.ts'

const ENDS: Partial<Record<ErrorCode, InviteEnd>> = {
  invite_unknown: 'unknown',
  invite_expired: 'expired',
  invite_used: 'used',
  subscription_required: 'failed',
}
const TOKEN_MAX = 100
/** What a guest may post beside Join: there is no bell here to ring. */
const OF_A_VISIT: readonly string[] = ['cancel', 'message']

const actionOf = (token: string) => `/visitor/invite/${encodeURIComponent(token)}`

async function show(deps: PageDeps, request: Request, response: Response, who: Identified, failure?: Refusal): Promise<void> {
  const token = String(request.params.token)
  const { words } = deps.template(request)
  const around = { words, now: deps.clock.now(), action: actionOf(token) }
  if (failure && (ENDS[failure.code] || failure.code === 'unavailable')) return showEnd(deps, response, who, around, failure)
  try {
    if (token.length > TOKEN_MAX || hasNul(token)) throw new Refusal('invite_unknown')
    const { label, visit } = (await callAs(deps, 'doorbell.invite', { token }, who.caller)).output
    const status = failure ? ERRORS[failure.code].status : 200
    const beside = failure ? { failure: said(words, failure) } : {}
    if (failure) setRetryAfter(response, failure)
    if (!visit) return sendPage(deps, response, who, status, openInvite({ ...around, label, key: randomUUID(), ...beside }))
    if (visit.outcome === 'cancelled' && !visit.canWrite) return sendPage(deps, response, who, 200, deadInvite(around, 'used'))
    const model = joinedInvite({ ...around, label, visit, key: randomUUID(), write: request.query.write === '1', ...beside })
    sendPage(deps, response, who, status, model)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    showEnd(deps, response, who, around, error)
  }
}

function showEnd(deps: PageDeps, response: Response, who: Identified, around: Parameters<typeof deadInvite>[0], refusal: Refusal): void {
  setRetryAfter(response, refusal)
  sendPage(deps, response, who, ERRORS[refusal.code].status, deadInvite(around, ENDS[refusal.code] ?? 'failed'))
}

async function post(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const token = String(request.params.token)
  try {
    const form = await readCountedForm(deps, request)
    const idempotencyKey = form.fields.idempotencyKey?.slice(0, 100) || randomUUID()
    const { words } = deps.template(request)
    const { action = '' } = form.fields
    if (action !== 'join' && !OF_A_VISIT.includes(action)) throw new Refusal('malformed')
    const done =
      action === 'join'
        ? await callAs(deps, 'doorbell.join_invite', { token }, { ...who.caller, idempotencyKey })
        : await submitForm(deps, { qrCodeId: INVITE_CODE, form, caller: who.caller, words })
    for (const cookie of setCookies(who, done.cookies)) response.append('Set-Cookie', cookie)
    response.redirect(303, actionOf(token))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await show(deps, request, response, who, error)
  }
}

export function mountInvitePage(app: Express, deps: PageDeps, fromUs: RequestHandler): void {
  app.get('/visitor/invite/:token', (request, response) => show(deps, request, response, identify(deps, request)))
  app.post('/visitor/invite/:token', fromUs, (request, response) => post(deps, request, response))
}
