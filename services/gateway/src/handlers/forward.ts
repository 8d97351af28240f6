/** One request to its owner: limit, identify, authorise, read the body, validate, ask, answer. */
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { NextFunction, Request, Response } from 'express'
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UNKNOWN_FIELD } from '#proto/complaints.ts'
import type { Caller } from '#proto/envelope.ts'
import { FIELD, type LimitClass } from '#proto/limits.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'
import type { Input, OperationName } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { declaredLength } from '../domain/body-length.ts'
import { jpegOfDataUrl } from '../domain/photo.ts'
import type { BytesPipe, Countable, Guard } from '../domain/ports.ts'
import { refuseFields, validate } from '../domain/validation.ts'
import { readJson, tooLarge, upTo } from './body.ts'
import { asLeaver, type Identified, type IdentifyDeps, identify, setCookies } from './caller.ts'
import { writeJson } from './json.ts'

export type Named = Operation & { readonly name: OperationName }
export type ForwardDeps = IdentifyDeps & { readonly bus: Bus; readonly guard: Guard; readonly bytes: BytesPipe; readonly log: Log }

type Answer = Awaited<ReturnType<typeof ask>>

/** A ring is asked again once when its owner was silent; the idempotency key makes that safe. */
const RING_TIMEOUT = 2_500
/** A registration waits up to 3 s for its hash and up to 3 s for its door: once the account is stored, its answer must not be "unavailable". */
const REGISTER_TIMEOUT = 10_000
const TIMEOUTS: Partial<Record<LimitClass, number>> = { ring: RING_TIMEOUT, register: REGISTER_TIMEOUT }

/** Path parameters win; a body that repeats one is refused as unknown. */
export function inputOf(params: Record<string, string>, rest: unknown): Record<string, unknown> {
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) throw new Refusal('malformed')
  for (const key of Object.keys(params)) if (key in rest) throw refuseFields({ [key]: UNKNOWN_FIELD })
  return { ...rest, ...params }
}

/** @throws Refusal unauthenticated, or not_found where the visitor's cookie does not hold the activity */
function authorise(operation: Named, caller: Caller, input: Record<string, unknown>): void {
  const holds = operation.visit !== undefined && caller.visits.some((visit) => visit.activityId === Number(input[operation.visit ?? '']))
  if (operation.caller === 'resident' && !caller.resident) throw new Refusal('unauthenticated')
  if (operation.caller === 'visitor' && !holds) throw new Refusal('not_found')
  if (operation.caller === 'either' && !caller.resident && !holds) throw new Refusal('not_found')
}

/** A door's code as it could be one: nothing else of a path becomes a key. */
const DOOR = new RegExp(`^[0-9A-Za-z]{1,${FIELD.qrCodeId}}$`)

function countable(caller: Caller, { qrCodeId }: Record<string, unknown>, user: number | undefined): Countable {
  return {
    address: caller.address,
    ...(caller.device ? { device: caller.device } : {}),
    ...(typeof qrCodeId === 'string' && DOOR.test(qrCodeId) ? { door: qrCodeId } : {}),
    ...(caller.visits[0] ? { visit: caller.visits[0].activityId } : {}),
    ...(user === undefined ? {} : { user }),
  }
}

/**
 * Counts, and tells auth when the address is blocked but the browser says it signed in before (decision 27). Who is known to be signed in is
 * counted as that user; for anybody else the address is counted before somebody is asked whose session this is, so that made-up cookies cost
 * no more than none, and the resident after it.
 * @param session the cookie's value, where the operation wants to know @throws Refusal unavailable while auth does not answer
 */
async function admit(
  deps: ForwardDeps,
  operation: Named,
  known: Caller,
  input: Record<string, unknown>,
  session?: string,
): Promise<Caller> {
  const gated = operation.errors.includes('address_blocked') ? known.address : undefined
  const user = session ? deps.sessions.lastKnownUser(session) : undefined
  const { blocked, seconds } = await deps.guard.admit(operation.limit, countable(known, input, user), gated)
  const resident = session ? await deps.sessions.resolve(session) : undefined
  if (resident && user === undefined) await deps.guard.admit(operation.limit, { user: resident.userId })
  const caller = resident ? { ...known, resident } : known
  if (!blocked) return caller
  if (operation.limit === 'login' && caller.device) return { ...caller, addressBlocked: true }
  throw new Refusal('address_blocked', seconds === undefined ? {} : { retryAfterSeconds: seconds })
}

/**
 * All that is known before the body: limit, session, right. Nothing of the body is read for who does not pass.
 * @param input the path's parameters, or the whole input where there is no body
 */
export async function enter(
  deps: ForwardDeps,
  operation: Named,
  known: Caller,
  input: Record<string, unknown>,
  session?: string,
): Promise<Caller> {
  const caller = await admit(deps, operation, known, input, session)
  authorise(operation, caller, input)
  return caller
}

/** Asks the owner; a ring once more when nobody answered in time. */
async function ask(deps: ForwardDeps, operation: Named, input: unknown, caller: Caller) {
  const timeout = TIMEOUTS[operation.limit]
  const options = { caller, ...(timeout ? { timeout } : {}) }
  const name = operation.name
  try {
    return await deps.bus.ask(name, input as Input<typeof name>, options)
  } catch (error) {
    if (operation.limit !== 'ring' || !(error instanceof Refusal) || error.code !== 'unavailable') throw error
    return deps.bus.ask(name, input as Input<typeof name>, options)
  }
}

/** Takes the photo out of a ring's input. @throws Refusal photo_invalid */
function takePhoto(operation: Named, input: Record<string, unknown>): Buffer | undefined {
  const detach = operation.http?.detach
  const value = detach ? input[detach.field] : undefined
  if (!detach || value === undefined || value === null) return undefined
  const photo = typeof value === 'string' ? jpegOfDataUrl(value) : undefined
  if (!photo) throw new Refusal('photo_invalid', { details: { [detach.field]: 'The photo must be a JPEG of at most 1 MB.' } })
  input[detach.field] = null
  return photo
}

/** Sends the photo after its ring: the ring's answer never waits for it. */
function sendPhoto(deps: ForwardDeps, operation: Named, photo: Buffer, output: unknown, caller: Caller): void {
  const to = operation.http?.detach?.to as OperationName | undefined
  const id = (output as { id: number }).id
  if (!to) return
  void deps.bytes
    .send(to, { id }, { ...caller, visits: [{ activityId: id }] }, photo, { 'content-type': 'image/jpeg' })
    .catch((err: unknown) => deps.log.warn({ err, activityId: id }, 'the photo did not follow its ring'))
}

/** Writes with what every HTTP server has: the ring's direct way has no framework around it. */
export function send(response: ServerResponse, operation: Named, answered: Answer, who: Identified, next?: string): void {
  const cookies = setCookies(who, answered.cookies)
  const status = operation.http?.status ?? 200
  const headers = { 'Cache-Control': 'no-store', ...(cookies.length ? { 'Set-Cookie': cookies } : {}), ...(next ? { Link: next } : {}) }
  if (status === 204) response.writeHead(status, headers).end()
  else writeJson(response, status, answered.output, headers)
}

/** The resident's other pages ask again for what was changed. */
function tellChanges({ bus }: ForwardDeps, { changes }: Named, { resident }: Caller): void {
  if (changes && resident) bus.live(subjects.liveUser(resident.userId), { type: 'account_changed', parts: [...changes] })
}

/** For a caller who has entered: take the photo out, validate, ask, send the photo after. */
export async function perform(
  deps: ForwardDeps,
  operation: Named,
  raw: Record<string, unknown>,
  caller: Caller,
  bytes?: Buffer,
): Promise<Answer> {
  const photo = takePhoto(operation, raw) ?? bytes
  const answered = await ask(deps, operation, validate(operation.input, raw), caller)
  tellChanges(deps, operation, caller)
  if (photo) sendPhoto(deps, operation, photo, answered.output, caller)
  return answered
}

function nextPage(request: Request, cursor: string): string {
  return `<${request.path}?${new URLSearchParams({ ...(request.query as Record<string, string>), cursor })}>; rel="next"`
}

const callerFor = (operation: Named, who: Identified): Caller => (operation.traces ? asLeaver(who) : who.caller)

/** Path parameters, and the query or the body's JSON. */
async function readInput(operation: Named, request: Request): Promise<Record<string, unknown>> {
  const { method, body } = operation.http ?? {}
  const rest = method === 'GET' ? request.query : body === 'raw' ? {} : await readJson(request, operation)
  return inputOf(request.params as Record<string, string>, rest)
}

export function forward(operation: Named, deps: ForwardDeps) {
  const needsSession = operation.caller === 'resident' || operation.caller === 'either'
  return async (request: Request, response: Response, _next: NextFunction): Promise<void> => {
    const who = identify(deps, request, { token: ownerOf(operation.name) === 'auth' })
    const session = needsSession ? who.jar.session : undefined
    const caller = await enter(deps, operation, callerFor(operation, who), request.params as Record<string, string>, session)
    const raw = await readInput(operation, request)
    const { body, answer } = operation.http ?? {}
    if (body === 'raw' || answer === 'stream') return forwardBytes(deps, operation, raw, { who, caller }, request, response)
    const answered = await perform(deps, operation, raw, caller)
    send(response, operation, answered, who, answered.next ? nextPage(request, answered.next) : undefined)
  }
}

type Entered = { readonly who: Identified; readonly caller: Caller }

/** @throws Refusal media_type, too_large, photo_invalid */
function openUpload(operation: Named, request: Request): Readable {
  const { maxBytes = 0, mediaType = 'image/jpeg' } = operation.http ?? {}
  if (!request.is(mediaType)) throw new Refusal('media_type')
  if (declaredLength(request) > maxBytes) throw tooLarge(operation)
  return upTo(maxBytes, tooLarge(operation), request)
}

/** Bytes in or out, over HTTP with the owner: NATS carries none. */
async function forwardBytes(
  deps: ForwardDeps,
  operation: Named,
  raw: Record<string, unknown>,
  { who, caller }: Entered,
  request: Request,
  response: Response,
): Promise<void> {
  const input = validate(operation.input, raw)
  const upload = operation.http?.body === 'raw' ? openUpload(operation, request) : undefined
  for (const cookie of setCookies(who)) response.append('Set-Cookie', cookie)
  if (!upload) return deps.bytes.fetch(operation.name, input, caller, request, response)
  await deps.bytes.send(operation.name, input, caller, upload, request.headers)
  tellChanges(deps, operation, caller)
  response.status(operation.http?.status ?? 200).end()
}
