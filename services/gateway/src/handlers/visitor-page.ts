/** The visitor's page, prerendered, ringing with no script at all: one template, the state of this browser's visit, and a form post. */
import { randomUUID } from 'node:crypto'
import type { Express, NextFunction, Request, Response } from 'express'
import { Refusal } from '#kit/refusal.ts'
import type { PublicDoor } from '#proto/doors.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { ERRORS } from '#proto/errors.ts'
import { FIELD, INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import { VISITOR_PAGES } from '#proto/pages.ts'
import { sayDetails } from '#proto/refusal-words.ts'
import { comesFromUs } from '../domain/site.ts'
import { hasNul } from '../domain/validation.ts'
import { awayModel, codeModel, currentVisit, pageModel, preparingModel } from '../domain/visitor-model.ts'
import type { FormState, Tab } from '../domain/visitor-parts.ts'
import { tabModel, tabNamed } from '../domain/visitor-tabs.ts'
import type { VisitorWords } from '../domain/visitor-words.ts'
import { asLeaver, type Identified, identify, setCookies } from './caller.ts'
import { mountInvitePage } from './invite-page.ts'
import { languageLink } from './language.ts'
import { callAs, RefusedForm, readCountedForm, submitForm } from './visitor-form.ts'
import { mountPass } from './visitor-pass.ts'
import { type PageDeps, said, sendPage, setRetryAfter, templateReader, type VisitorPageDeps } from './visitor-template.ts'

type Beside = {
  readonly form?: FormState
  readonly failure?: string
  readonly status?: number
  readonly away?: Refusal
  readonly tab?: Tab
}
/** `visits`: those that can go on; `traces`: they, and all that this browser left here. `away`: why nothing could be learned now. */
type Known = {
  readonly visits: readonly VisitWithChat[]
  readonly traces: readonly VisitWithChat[]
  readonly door?: PublicDoor | undefined
  readonly away?: Refusal
}

const missing = (error: unknown) => {
  if (error instanceof Refusal && ERRORS[error.code].status === 404) return undefined
  throw error
}

async function visitsOf(deps: PageDeps, caller: Caller, qrCodeId?: string): Promise<VisitWithChat[]> {
  if (!caller.visits.length) return []
  return (await callAs(deps, 'doorbell.my_visits', qrCodeId ? { qrCodeId } : {}, caller)).output
}

/** The texts of a cancelled ring stand in the form again (states: Cancel). */
function keptTexts(visit: VisitWithChat | undefined, words: VisitorWords): FormState | undefined {
  if (!visit) return undefined
  // A chip's words are not the visitor's own: they would stand in the next chip's way (decision 5).
  const chips = Object.values(words.chips)
  const visitorName = chips.some((chip) => chip.label === visit.visitorName) ? '' : visit.visitorName
  const message = chips.some((chip) => chip.message === visit.message) ? '' : visit.message
  return { values: { visitorName, message, unitNumber: visit.unitNumber ?? '' } }
}

const NOTHING: Known = { visits: [], traces: [] }

/** What is known of a door and of this browser's visits there; a part that is down leaves the form standing (decision 34: a sentence, no JSON). */
async function lookUp(deps: PageDeps, qrCodeId: string, who: Identified): Promise<Known> {
  if (qrCodeId.length > FIELD.qrCodeId || hasNul(qrCodeId)) return NOTHING
  try {
    const traces = await visitsOf(deps, asLeaver(who), qrCodeId)
    const found = await callAs(deps, 'doorbell.public_door', { qrCodeId }, who.caller).catch(missing)
    return { visits: traces.filter(({ id }) => who.owners.has(id)), traces, door: found?.output }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...NOTHING, away: error }
  }
}

/** A door that takes no rings any more, or none at all (an invite): what was left there can still be seen and erased. */
function closedDoor({ traces }: Known, qrCodeId: string, words: VisitorWords): PublicDoor | undefined {
  const label = traces[0]?.doorLabel ?? (qrCodeId === INVITE_CODE ? words.invite.title : undefined)
  return label === undefined ? undefined : { qrCodeId, label, building: null, keptDays: RETENTION_DAYS.free }
}

async function showDoor(deps: PageDeps, request: Request, response: Response, who: Identified, beside: Beside = {}): Promise<void> {
  const qrCodeId = String(request.params.qrCodeId)
  const now = deps.clock.now()
  const { words } = deps.template(request)
  const known = beside.away ? { ...NOTHING, away: beside.away } : await lookUp(deps, qrCodeId, who)
  const { visits, traces, door: found, away } = known
  if (away) return showAway(deps, response, who, qrCodeId, { ...beside, away })
  const tab = beside.tab ?? tabNamed(request.query.tab, found)
  const tabDoor = found ?? (tab === 'left' ? closedDoor(known, qrCodeId, words) : undefined)
  if (tabDoor && tab) {
    const { form, failure } = beside
    return sendPage(
      deps,
      response,
      who,
      beside.status ?? 200,
      tabModel(tab, { words, door: tabDoor, closed: !found, visits: traces, now, key: randomUUID(), form, failure }),
    )
  }
  const visit = request.query.new === '1' ? undefined : currentVisit(visits, now)
  const door = found ?? (visit ? { qrCodeId, label: visit.doorLabel, building: null, keptDays: RETENTION_DAYS.free } : undefined)
  const form = beside.form ?? (visit ? undefined : keptTexts(visits[0], words))
  const model = pageModel({
    words,
    door,
    visit,
    now,
    key: randomUUID(),
    write: request.query.write === '1',
    left: traces.length > 0,
    ...(form ? { form } : {}),
    ...(beside.failure ? { failure: beside.failure } : {}),
  })
  sendPage(deps, response, who, beside.status ?? (door ? 200 : 404), model)
}

/** The form with what was typed and why nothing more can be said; script asks again by itself what the server could not learn. */
function showAway(deps: PageDeps, response: Response, who: Identified, qrCodeId: string, beside: Beside & { away: Refusal }): void {
  const { away, form } = beside
  const { words } = deps.template(response.req)
  setRetryAfter(response, away)
  if (away.code === 'door_preparing') {
    sendPage(deps, response.set('Refresh', '1'), who, ERRORS[away.code].status, preparingModel(words))
    return
  }
  const model = awayModel({
    words,
    qrCodeId,
    key: randomUUID(),
    form: { ...form, values: form?.values ?? {}, failure: form?.failure ?? beside.failure ?? said(words, away) },
  })
  sendPage(deps, response, who, ERRORS[away.code].status, model)
}

/** Whose own page shows what was refused. */
const TABS_OF_ACTIONS: Readonly<Record<string, Tab>> = { schedule: 'schedule', erase: 'left' }

/** The same page again with what was refused, and everything that was typed. */
function showRefusal(deps: PageDeps, request: Request, response: Response, who: Identified, error: unknown): Promise<void> {
  const refusal = error instanceof RefusedForm ? error.refusal : error
  if (!(refusal instanceof Refusal)) throw error
  const { status } = ERRORS[refusal.code]
  const { words } = deps.template(request)
  const failure = said(words, refusal)
  setRetryAfter(response, refusal)
  // Who was away a moment ago is not waited for again; who asks too often costs nobody a look-up.
  const away = refusal.code === 'unavailable' || refusal.code === 'limited' ? { away: refusal } : {}
  if (!(error instanceof RefusedForm)) return showDoor(deps, request, response, who, { failure, status, ...away })
  const details = refusal.code === 'validation_failed' ? refusal.details : undefined
  const complaint = details ? { details: sayDetails(words.refusals, details) } : { failure }
  const { values } = error
  const tab = TABS_OF_ACTIONS[values.action ?? '']
  return showDoor(deps, request, response, who, { status, form: { values, ...complaint }, ...complaint, ...away, ...(tab ? { tab } : {}) })
}

async function postDoor(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const qrCodeId = String(request.params.qrCodeId)
  try {
    const form = await readCountedForm(deps, request)
    const caller = form.fields.action === 'erase' ? asLeaver(who) : who.caller
    const { cookies, location } = await submitForm(deps, { qrCodeId, form, caller, words: deps.template(request).words })
    for (const cookie of setCookies(who, cookies)) response.append('Set-Cookie', cookie)
    response.redirect(303, location ?? `/visitor/${encodeURIComponent(qrCodeId)}`)
  } catch (error) {
    await showRefusal(deps, request, response, who, error)
  }
}

async function showCode(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const now = deps.clock.now()
  // Without doorbell nothing can be resumed; the code can still be typed.
  const visits = await visitsOf(deps, who.caller).catch((error: unknown) => {
    if (error instanceof Refusal) return []
    throw error
  })
  const resume = currentVisit(visits, now)
  sendPage(deps, response, who, 200, codeModel({ words: deps.template(request).words, now, value: '', resume }))
}

async function postCode(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  let value = ''
  try {
    value = ((await readCountedForm(deps, request)).fields.code ?? '').slice(0, 20)
    const { output } = await callAs(deps, 'doorbell.find_code', { code: value }, who.caller)
    response.redirect(303, `/visitor/${output.qrCodeId}`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { words } = deps.template(request)
    const sentence = error.code === 'door_inactive' ? words.server.codeUnknown : said(words, error)
    sendPage(deps, response, who, ERRORS[error.code].status, codeModel({ words, now: deps.clock.now(), value, error: sentence }))
  }
}

export function mountVisitorPage(app: Express, needs: VisitorPageDeps, dist: string): void {
  const deps: PageDeps = { ...needs, template: templateReader(dist) }
  const fromUs = (request: Request, _response: Response, next: NextFunction) =>
    next(comesFromUs(deps.site, request.headers) ? undefined : new Refusal('origin_refused'))
  app.get([...VISITOR_PAGES], languageLink(deps.site))
  mountInvitePage(app, deps, fromUs)
  app.get('/visitor/:qrCodeId', async (request, response) => showDoor(deps, request, response, identify(deps, request)))
  app.post('/visitor/:qrCodeId', fromUs, (request, response) => postDoor(deps, request, response))
  mountPass(app, deps, fromUs)
  app.get('/visitor', (request, response) => showCode(deps, request, response))
  app.post('/visitor', fromUs, (request, response) => postCode(deps, request, response))
}
