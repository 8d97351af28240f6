/** /visitor/{qrCodeId}: the ring form, this browser's visit, and the tabs beside them; each form post answers 303 or the page again. */
import { randomUUID } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import type { PublicDoor } from '#proto/doors.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import type { VisitIdentity } from '#proto/envelope.ts'
import { ERRORS } from '#proto/errors.ts'
import { FIELD, INVITE_CODE, RETENTION_DAYS } from '#proto/limits.ts'
import { mapDetails } from '#proto/ring-details.ts'
import type { DoorState, PageState } from '#proto/visitor-page.ts'
import { hasNul } from '../domain/validation.ts'
import { currentVisit, fittingVisit } from '../domain/visits.ts'
import { type Identified, identify, setCookies } from './caller.ts'
import { callAs, type Done, FormError, RingWaits, readPostedForm, submitForm } from './visitor-form.ts'
import { bundleFor, pageFailure, sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'
import { forgetWaitingRing, keepForTurn, takeTurn, waitingRing } from './visitor-turn.ts'

/** Pages beside the ring form, by their name in `?tab=`. */
type Tab = 'schedule' | 'building' | 'left'
type Values = Readonly<Record<string, string>>
/** What a refused post or a given-up ring adds to the page. `unavailable`: a service that is not called again for this page. */
type Rejected = { readonly failure?: AppError; readonly values?: Values; readonly tab?: Tab | undefined; readonly unavailable?: boolean }
/** `visits`: those this browser may continue; `erasableVisits`: these and all others it may erase. */
type Known = {
  readonly visits: readonly VisitWithChat[]
  readonly erasableVisits: readonly VisitWithChat[]
  readonly door?: PublicDoor | undefined
}
/** `failure`: why the page is not the requested one. */
type Page = { readonly status: number; readonly state: PageState; readonly failure?: AppError }

const missing = (error: unknown) => {
  if (error instanceof AppError && ERRORS[error.code].status === 404) return undefined
  throw error
}

/** @param visits those that this browser has proven */
export async function readVisits(
  deps: VisitorPageDeps,
  who: Identified,
  visits: readonly VisitIdentity[],
  qrCodeId?: string,
): Promise<VisitWithChat[]> {
  if (!visits.length) return []
  return (await callAs(deps, 'doorbell.my_visits', qrCodeId ? { qrCodeId } : {}, { ...who, visits })).output
}

/** Looks up a door and this browser's visits there. @throws AppError while a service is down */
async function lookUp(deps: VisitorPageDeps, qrCodeId: string, who: Identified): Promise<Known> {
  if (qrCodeId.length > FIELD.qrCodeId || hasNul(qrCodeId)) return { visits: [], erasableVisits: [] }
  const erasableVisits = await readVisits(deps, who, who.proofs.erasableVisits(), qrCodeId)
  const found = await callAs(deps, 'doorbell.public_door', { qrCodeId }, who).catch(missing)
  return { visits: erasableVisits.filter(({ id }) => who.proofs.userIdOf(id) !== undefined), erasableVisits, door: found?.output }
}

/** A door of which only the label may be known. */
const doorNamed = (qrCodeId: string, label = ''): PublicDoor => ({ qrCodeId, label, building: null, keptDays: RETENTION_DAYS.free })

/** Replaces a closed door or an invite, whose visits can still be seen and erased. */
function closedDoor({ erasableVisits }: Known, qrCodeId: string): PublicDoor | undefined {
  const label = erasableVisits[0]?.doorLabel
  return label !== undefined || qrCodeId === INVITE_CODE ? doorNamed(qrCodeId, label) : undefined
}

/** @returns the tab that the query names, if this door has it */
function tabNamed(name: unknown, door: PublicDoor | undefined): Tab | undefined {
  if (name === 'building') return door?.building ? name : undefined
  return name === 'schedule' || name === 'left' ? name : undefined
}

type TabInput = { readonly known: Known; readonly qrCodeId: string; readonly now: string; readonly rejected: Rejected | undefined }

function tabState(tab: Tab, { known, qrCodeId, now, rejected }: TabInput): PageState | undefined {
  const door = known.door ?? (tab === 'left' ? closedDoor(known, qrCodeId) : undefined)
  if (!door) return undefined
  const failure = rejected?.failure ? pageFailure(rejected.failure) : null
  const isClosed = !known.door
  if (tab === 'building') return { page: tab, now, door }
  if (tab === 'left') return { page: tab, now, failure, door, isClosed, visits: [...known.erasableVisits] }
  return { page: tab, now, key: randomUUID(), failure, door, isClosed, values: { ...rejected?.values } }
}

/** The texts of the latest visit, which the form restores after Cancel (docs/product/states.md: Cancel). */
const textsOf = (visit: VisitWithChat | undefined): Values => (visit ? typedTexts(visit) : {})

/** The texts of a ring's form. */
function typedTexts(ring: Readonly<Record<string, unknown>>): Values {
  const text = (name: string) => (typeof ring[name] === 'string' ? ring[name] : '')
  return { visitorName: text('visitorName'), message: text('message'), ...mapDetails(text) }
}

type DoorInput = TabInput & { readonly isNew: boolean; readonly isWriting: boolean }

function doorState({ known, qrCodeId, now, rejected, isNew, isWriting }: DoorInput): DoorState | undefined {
  const open = isNew || rejected?.values ? undefined : currentVisit(known.visits, new Date(now))
  const door = known.door ?? (open ? doorNamed(qrCodeId, open.doorLabel) : undefined)
  if (!door) return undefined
  return {
    page: 'door',
    now,
    key: randomUUID(),
    failure: rejected?.failure ? pageFailure(rejected.failure) : null,
    ...fittingVisit(open),
    isWriting,
    door,
    values: { ...(rejected?.values ?? (open ? {} : textsOf(known.visits[0]))) },
    isKnown: true,
    hasStoredData: known.erasableVisits.length > 0,
  }
}

/** While a service is down: the form with its input and the reason. The page's script loads the visit that could not be read here. */
function unavailablePage(failure: AppError, { qrCodeId, now, rejected }: Omit<TabInput, 'known'>): Page {
  const { status } = ERRORS[failure.code]
  if (failure.code === 'door_preparing') return { status, state: { page: 'preparing', now }, failure }
  const state: DoorState = {
    page: 'door',
    now,
    key: randomUUID(),
    failure: pageFailure(rejected?.failure ?? failure),
    ...fittingVisit(undefined),
    isWriting: false,
    door: doorNamed(qrCodeId),
    values: { ...rejected?.values },
    isKnown: false,
    hasStoredData: false,
  }
  return { status, state, failure }
}

async function loadPage(deps: VisitorPageDeps, request: Request, who: Identified, rejected?: Rejected): Promise<Page> {
  const qrCodeId = String(request.params.qrCodeId)
  const now = deps.clock.now().toISOString()
  if (rejected?.failure && rejected.unavailable) return unavailablePage(rejected.failure, { qrCodeId, now, rejected })
  try {
    const known = await lookUp(deps, qrCodeId, who)
    const tab = rejected?.tab ?? tabNamed(request.query.tab, known.door)
    const input = { known, qrCodeId, now, rejected, isNew: request.query.new === '1', isWriting: request.query.write === '1' }
    const state = (tab && tabState(tab, input)) ?? doorState(input)
    const refused = rejected?.failure ? { failure: rejected.failure, status: ERRORS[rejected.failure.code].status } : {}
    return state ? { status: 200, state, ...refused } : { status: 404, state: { page: 'inactive', now }, ...refused }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return unavailablePage(error, { qrCodeId, now, rejected })
  }
}

async function show(deps: VisitorPageDeps, request: Request, response: Response, who: Identified, rejected?: Rejected): Promise<void> {
  const { status, state, failure } = await loadPage(deps, request, who, rejected)
  if (state.page === 'preparing') response.set('Refresh', '1')
  if (failure) setRetryAfter(response, failure)
  await sendPage(deps, response, { who, status, state })
}

/** Actions whose error is shown on their own tab. */
const TABS_OF_ACTIONS: Readonly<Record<string, Tab>> = { schedule: 'schedule', erase: 'left' }

/** @throws the error, if it is not one of the catalogue */
function rejectedOf(error: unknown): Rejected {
  const failure = error instanceof FormError ? error.appError : error
  if (!(failure instanceof AppError)) throw error
  // An unavailable service is not called again, and a rate-limited request causes no lookup.
  const unavailable = failure.code === 'unavailable' || failure.code === 'limited'
  if (!(error instanceof FormError)) return { failure, unavailable }
  return { failure, unavailable, values: error.values, tab: TABS_OF_ACTIONS[error.values.action ?? ''] }
}

async function post(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const qrCodeId = String(request.params.qrCodeId)
  try {
    const form = await readPostedForm(deps, who, request, response)
    const { fillForm } = await bundleFor(deps, request)
    const done = await submitForm(deps, { qrCodeId, form, who, fillForm }).catch((error: unknown) => {
      if (!(error instanceof RingWaits)) throw error
      return keepForTurn(deps, response, who, error, form.fields)
    })
    if (done) redirect(response, who, qrCodeId, done)
  } catch (error) {
    await show(deps, request, response, who, rejectedOf(error))
  }
}

function redirect(response: Response, who: Identified, qrCodeId: string, { cookies, location }: Done): void {
  for (const cookie of setCookies(who, cookies)) response.append('Set-Cookie', cookie)
  if (who.jar.turn !== undefined) forgetWaitingRing(who, response)
  response.redirect(303, location ?? `/visitor/${encodeURIComponent(qrCodeId)}`)
}

/** Shows the page, or continues a ring that waits for its turn at this door; `?new=1` gives it up. */
async function get(deps: VisitorPageDeps, request: Request, response: Response): Promise<void> {
  const who = identify(deps, request)
  const qrCodeId = String(request.params.qrCodeId)
  const waiting = waitingRing(deps, who, qrCodeId)
  if (!waiting) return show(deps, request, response, who)
  const values = typedTexts(waiting.input)
  if (request.query.new === '1') {
    forgetWaitingRing(who, response)
    return show(deps, request, response, who, { values })
  }
  try {
    const done = await takeTurn(deps, request, response, who, waiting)
    if (done) redirect(response, who, qrCodeId, done)
  } catch (error) {
    forgetWaitingRing(who, response)
    await show(deps, request, response, who, { ...rejectedOf(error), values })
  }
}

export function mountDoorPage(app: Express, deps: VisitorPageDeps): void {
  app.get('/visitor/:qrCodeId', (request, response) => get(deps, request, response))
  app.post('/visitor/:qrCodeId', (request, response) => post(deps, request, response))
}
