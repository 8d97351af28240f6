/** The visitor's page, rendered on the server and usable without script: one template, this browser's visit, and form posts. */
import { randomUUID } from 'node:crypto'
import type { Express, NextFunction, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import type { PublicDoor } from '#proto/doors.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { translateErrorDetails } from '#proto/error-messages.ts'
import { ERRORS } from '#proto/errors.ts'
import { FIELD, INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import { VISITOR_PAGES } from '#proto/pages.ts'
import { comesFromUs } from '../domain/site.ts'
import { hasNul } from '../domain/validation.ts'
import { codeModel, currentVisit, pageModel, preparingModel, unavailableModel } from '../domain/visitor-model.ts'
import type { FormState, Tab } from '../domain/visitor-parts.ts'
import { tabModel, tabNamed } from '../domain/visitor-tabs.ts'
import type { VisitorTexts } from '../domain/visitor-texts.ts'
import { asErasureCaller, type Identified, identify, setCookies } from './caller.ts'
import { mountInvitePage } from './invite-page.ts'
import { languageLink } from './language.ts'
import { callAs, FormError, readCountedForm, submitForm } from './visitor-form.ts'
import { mountPass } from './visitor-pass.ts'
import { errorMessage, type PageDeps, sendPage, setRetryAfter, templateReader, type VisitorPageDeps } from './visitor-template.ts'

type PageOptions = {
  readonly form?: FormState
  readonly failure?: string
  readonly status?: number
  readonly unavailable?: AppError
  readonly tab?: Tab
}
/** `visits`: those this browser may continue; `erasableVisits`: these and all others it may erase; `unavailable`: why the lookup failed. */
type Known = {
  readonly visits: readonly VisitWithChat[]
  readonly erasableVisits: readonly VisitWithChat[]
  readonly door?: PublicDoor | undefined
  readonly unavailable?: AppError
}

const missing = (error: unknown) => {
  if (error instanceof AppError && ERRORS[error.code].status === 404) return undefined
  throw error
}

async function visitsOf(deps: PageDeps, caller: Caller, qrCodeId?: string): Promise<VisitWithChat[]> {
  if (!caller.visits.length) return []
  return (await callAs(deps, 'doorbell.my_visits', qrCodeId ? { qrCodeId } : {}, caller)).output
}

/** Restores the texts of a cancelled ring in the form (states: Cancel). */
function keptTexts(visit: VisitWithChat | undefined, texts: VisitorTexts): FormState | undefined {
  if (!visit) return undefined
  // A chip's texts are not the visitor's own and would keep the next chip from filling the fields (decision 5).
  const chips = Object.values(texts.chips)
  const visitorName = chips.some((chip) => chip.label === visit.visitorName) ? '' : visit.visitorName
  const message = chips.some((chip) => chip.message === visit.message) ? '' : visit.message
  return { values: { visitorName, message, unitNumber: visit.unitNumber ?? '' } }
}

const NOTHING_KNOWN: Known = { visits: [], erasableVisits: [] }

/**
 * Looks up a door and this browser's visits there. If a service is down, the page still shows the form (decision 34: a sentence, no JSON).
 */
async function lookUp(deps: PageDeps, qrCodeId: string, who: Identified): Promise<Known> {
  if (qrCodeId.length > FIELD.qrCodeId || hasNul(qrCodeId)) return NOTHING_KNOWN
  try {
    const erasableVisits = await visitsOf(deps, asErasureCaller(who), qrCodeId)
    const found = await callAs(deps, 'doorbell.public_door', { qrCodeId }, who.caller).catch(missing)
    return { visits: erasableVisits.filter(({ id }) => who.opaqueUserIds.has(id)), erasableVisits, door: found?.output }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...NOTHING_KNOWN, unavailable: error }
  }
}

/** Takes the place of a closed door or an invite, whose visits can still be seen and erased. */
function closedDoor({ erasableVisits }: Known, qrCodeId: string, texts: VisitorTexts): PublicDoor | undefined {
  const label = erasableVisits[0]?.doorLabel ?? (qrCodeId === INVITE_CODE ? texts.invite.title : undefined)
  return label === undefined ? undefined : { qrCodeId, label, building: null, keptDays: RETENTION_DAYS.free }
}

async function showDoor(deps: PageDeps, request: Request, response: Response, who: Identified, options: PageOptions = {}): Promise<void> {
  const qrCodeId = String(request.params.qrCodeId)
  const now = deps.clock.now()
  const { texts } = deps.template(request)
  const known = options.unavailable ? { ...NOTHING_KNOWN, unavailable: options.unavailable } : await lookUp(deps, qrCodeId, who)
  const { visits, erasableVisits, door: found, unavailable } = known
  if (unavailable) return showUnavailable(deps, response, who, qrCodeId, { ...options, unavailable })
  const tab = options.tab ?? tabNamed(request.query.tab, found)
  const tabDoor = found ?? (tab === 'left' ? closedDoor(known, qrCodeId, texts) : undefined)
  if (tabDoor && tab) {
    const { form, failure } = options
    return sendPage(
      deps,
      response,
      who,
      options.status ?? 200,
      tabModel(tab, { texts, door: tabDoor, closed: !found, visits: erasableVisits, now, key: randomUUID(), form, failure }),
    )
  }
  const visit = request.query.new === '1' ? undefined : currentVisit(visits, now)
  const door = found ?? (visit ? { qrCodeId, label: visit.doorLabel, building: null, keptDays: RETENTION_DAYS.free } : undefined)
  const form = options.form ?? (visit ? undefined : keptTexts(visits[0], texts))
  const model = pageModel({
    texts,
    door,
    visit,
    now,
    key: randomUUID(),
    write: request.query.write === '1',
    left: erasableVisits.length > 0,
    ...(form ? { form } : {}),
    ...(options.failure ? { failure: options.failure } : {}),
  })
  sendPage(deps, response, who, options.status ?? (door ? 200 : 404), model)
}

/** The form with its input and the reason; the page's script retries the lookup that failed here. */
function showUnavailable(
  deps: PageDeps,
  response: Response,
  who: Identified,
  qrCodeId: string,
  options: PageOptions & { unavailable: AppError },
): void {
  const { unavailable, form } = options
  const { texts } = deps.template(response.req)
  setRetryAfter(response, unavailable)
  if (unavailable.code === 'door_preparing') {
    sendPage(deps, response.set('Refresh', '1'), who, ERRORS[unavailable.code].status, preparingModel(texts))
    return
  }
  const model = unavailableModel({
    texts,
    qrCodeId,
    key: randomUUID(),
    form: { ...form, values: form?.values ?? {}, failure: form?.failure ?? options.failure ?? errorMessage(texts, unavailable) },
  })
  sendPage(deps, response, who, ERRORS[unavailable.code].status, model)
}

/** Actions whose refusal is shown on their own tab. */
const TABS_OF_ACTIONS: Readonly<Record<string, Tab>> = { schedule: 'schedule', erase: 'left' }

/** Shows the same page again with the error and the form's input. */
function showRefusal(deps: PageDeps, request: Request, response: Response, who: Identified, error: unknown): Promise<void> {
  const appError = error instanceof FormError ? error.appError : error
  if (!(appError instanceof AppError)) throw error
  const { status } = ERRORS[appError.code]
  const { texts } = deps.template(request)
  const failure = errorMessage(texts, appError)
  setRetryAfter(response, appError)
  // An unavailable service is not called again, and a rate-limited request causes no lookup.
  const unavailable = appError.code === 'unavailable' || appError.code === 'limited' ? { unavailable: appError } : {}
  if (!(error instanceof FormError)) return showDoor(deps, request, response, who, { failure, status, ...unavailable })
  const details = appError.code === 'validation_failed' ? appError.details : undefined
  const fieldErrors = details ? { details: translateErrorDetails(texts.refusals, details) } : { failure }
  const { values } = error
  const tab = TABS_OF_ACTIONS[values.action ?? '']
  return showDoor(deps, request, response, who, {
    status,
    form: { values, ...fieldErrors },
    ...fieldErrors,
    ...unavailable,
    ...(tab ? { tab } : {}),
  })
}

async function postDoor(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const qrCodeId = String(request.params.qrCodeId)
  try {
    const form = await readCountedForm(deps, request)
    const caller = form.fields.action === 'erase' ? asErasureCaller(who) : who.caller
    const { cookies, location } = await submitForm(deps, { qrCodeId, form, caller, texts: deps.template(request).texts })
    for (const cookie of setCookies(who, cookies)) response.append('Set-Cookie', cookie)
    response.redirect(303, location ?? `/visitor/${encodeURIComponent(qrCodeId)}`)
  } catch (error) {
    await showRefusal(deps, request, response, who, error)
  }
}

async function showCode(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const now = deps.clock.now()
  // While doorbell is down there is nothing to resume, but a code can still be entered.
  const visits = await visitsOf(deps, who.caller).catch((error: unknown) => {
    if (error instanceof AppError) return []
    throw error
  })
  const resume = currentVisit(visits, now)
  sendPage(deps, response, who, 200, codeModel({ texts: deps.template(request).texts, now, value: '', resume }))
}

async function postCode(deps: PageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  let value = ''
  try {
    value = ((await readCountedForm(deps, request)).fields.code ?? '').slice(0, 20)
    const { output } = await callAs(deps, 'doorbell.find_code', { code: value }, who.caller)
    response.redirect(303, `/visitor/${output.qrCodeId}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { texts } = deps.template(request)
    const sentence = error.code === 'door_inactive' ? texts.server.codeUnknown : errorMessage(texts, error)
    sendPage(deps, response, who, ERRORS[error.code].status, codeModel({ texts, now: deps.clock.now(), value, error: sentence }))
  }
}

export function mountVisitorPage(app: Express, pageDeps: VisitorPageDeps, dist: string): void {
  const deps: PageDeps = { ...pageDeps, template: templateReader(dist) }
  const fromUs = (request: Request, _response: Response, next: NextFunction) =>
    next(comesFromUs(deps.site, request.headers) ? undefined : new AppError('origin_refused'))
  app.get([...VISITOR_PAGES], languageLink(deps.site))
  mountInvitePage(app, deps, fromUs)
  app.get('/visitor/:qrCodeId', async (request, response) => showDoor(deps, request, response, identify(deps, request)))
  app.post('/visitor/:qrCodeId', fromUs, (request, response) => postDoor(deps, request, response))
  mountPass(app, deps, fromUs)
  app.get('/visitor', (request, response) => showCode(deps, request, response))
  app.post('/visitor', fromUs, (request, response) => postCode(deps, request, response))
}
