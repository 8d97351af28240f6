/** Forwards a request to its service: identify, limit, authorize, read the body, validate, call, answer. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { NextFunction, Request, Response } from 'express'
import { AppError, invalidField } from '#kit/app-error.ts'
import type { HeldBody } from '#kit/body-memory.ts'
import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import { traced } from '#kit/tracing.ts'
import type { Caller, VisitIdentity } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'
import type { Input, OperationName } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { apiTokenOf } from '../domain/bearer.ts'
import { declaredLength } from '../domain/body-length.ts'
import { jpegOfDataUrl } from '../domain/photo.ts'
import type { BytesPipe, Countable, Pace, PushAccounts, RateLimiter, RingLimiter } from '../domain/ports.ts'
import { validate } from '../domain/validation.ts'
import { type AdmitTokenDeps, admitToken } from './admit-token.ts'
import { limitBytes, readJson, tooLarge } from './body.ts'
import { type Identified, type IdentifyDeps, identify, setCookies } from './caller.ts'
import { writeConditional } from './conditional.ts'
import { holdBody } from './hold-body.ts'
import { writeJson } from './json.ts'
import { withRateHeaders } from './rate-headers.ts'

export type Named = Operation & { readonly name: OperationName }
export type ForwardDeps = IdentifyDeps &
  Parameters<typeof holdBody>[0] &
  AdmitTokenDeps & {
    readonly bus: Bus
    readonly rateLimiter: RateLimiter
    readonly ringLimiter: RingLimiter
    readonly pushAccounts: PushAccounts
    readonly pace: Pace
    readonly bytes: BytesPipe
    readonly log: Log
  }

/** No shared cache and no back button shows the answer to another person. */
export const PRIVATE = 'private, no-store'
/**
 * The parts that a browser deletes with its session: cached pictures, and pages kept for the back button. Not `cookies`: the device cookie
 * must survive, or the owner counts as a stranger at the next log-in, and so must a visitor's proofs of their rings. Not `storage`: it has
 * the theme, and a visitor's rings; the page itself removes the account's data.
 */
const FORGOTTEN = '"cache"'

type Answer = Awaited<ReturnType<typeof callOwner>>

/** Merges path parameters and body; a body field named like a path parameter is refused as unknown. */
export function inputOf(params: Record<string, string>, rest: unknown): Record<string, unknown> {
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) throw new AppError('malformed')
  for (const key of Object.keys(params)) if (key in rest) throw invalidField(key, 'unknown_field')
  return { ...rest, ...params }
}

/** @throws AppError unauthenticated, wall_session, or not_found when no cookie of the visitor names the activity */
function authorizeCaller({ reportRefusal }: ForwardDeps, operation: Named, caller: Caller, input: Record<string, unknown>): void {
  const holds = operation.visit !== undefined && caller.visits.some((visit) => visit.activityId === Number(input[operation.visit ?? '']))
  if (operation.caller === 'resident' && !caller.resident) throw AppError.withoutStack('unauthenticated')
  // Only an operation that needs a session has a resident here.
  if (caller.resident?.wall && !operation.wall) {
    reportRefusal('unauthorized')
    throw AppError.withoutStack('wall_session')
  }
  if ((operation.caller === 'visitor' && !holds) || (operation.caller === 'either' && !caller.resident && !holds)) {
    reportRefusal('unauthorized')
    throw new AppError('not_found')
  }
}

/** The format of a door's code; no other part of a path may become a Redis key. */
const DOOR = new RegExp(`^[0-9A-Za-z]{1,${FIELD.qrCodeId}}$`)

/** The keys that a sender is counted by before a cookie is verified. */
function countable(caller: Caller, { qrCodeId }: Record<string, unknown>, user?: number): Countable {
  return {
    address: caller.address,
    ...(caller.device ? { device: caller.device } : {}),
    ...(typeof qrCodeId === 'string' && DOOR.test(qrCodeId) ? { door: qrCodeId } : {}),
    ...(user === undefined ? {} : { user }),
  }
}

/** @returns the visits that the operation's owner gets; verifies only the tokens of these */
function provenVisits({ visit, needsVisits, allowsErasureToken }: Named, { proofs }: Sender, input: Record<string, unknown>) {
  if (needsVisits) return proofs.visits()
  if (visit === undefined) return []
  const activityId = Number(input[visit])
  const isProven = allowsErasureToken ? proofs.mayErase(activityId) : proofs.userIdOf(activityId) !== undefined
  return isProven ? [{ activityId }] : []
}

/**
 * Applies the rate limits and the address block. A blocked address with a known device, or with a block that an owner has lifted for an
 * account, may pass; auth then decides (docs/product/decisions.md, 27). A cached session is counted by its user. Otherwise the address is
 * counted before auth is called and before a visitor's cookie is verified, so that forged cookies cost no more than none; the resident and
 * the visit afterwards.
 * @param session the cookie's value, for operations that need a session @throws AppError unavailable while auth does not answer
 */
async function applyLimits(
  deps: ForwardDeps,
  operation: Named,
  sender: Sender,
  input: Record<string, unknown>,
  session?: string,
): Promise<Caller> {
  const known = sender.caller
  const gated = operation.errors.includes('address_blocked') ? known.address : undefined
  const user = session ? deps.sessions.lastKnownUser(session) : undefined
  const { blocked, seconds, lifted } = await deps.rateLimiter.admit(operation.limit, countable(known, input, user), gated)
  const resident = session ? await deps.sessions.resolve(session) : undefined
  const visits = sender.visits ?? provenVisits(operation, sender, input)
  const visit = operation.visit === undefined ? undefined : visits[0]
  await deps.rateLimiter.admit(operation.limit, {
    ...(resident && user === undefined ? { user: resident.userId } : {}),
    ...(visit ? { visit: visit.activityId } : {}),
  })
  const caller = { ...known, visits, ...(resident ? { resident } : {}) }
  if (!blocked) return caller
  if (operation.knownDevicePasses && (caller.device || lifted)) return { ...caller, addressBlocked: true }
  throw new AppError('address_blocked', seconds === undefined ? {} : { retryAfterSeconds: seconds })
}

/** `visits`: in place of those that the operation needs, where a page shows more. */
export type Sender = Pick<Identified, 'caller' | 'proofs'> & { readonly visits?: readonly VisitIdentity[] }
/** `session`: the cookie's value, for operations that need a session. `ringProof`: proof of work, for a ring. `pushUser`: for a report. */
export type Credentials = {
  readonly session?: string | undefined
  readonly ringProof?: string | undefined
  readonly pushUser?: number | undefined
}

/**
 * Limits, session, visits and authorization, before the body is read.
 * @param input the path parameters, or the whole input when there is no body
 */
export async function admitCaller(
  deps: ForwardDeps,
  operation: Named,
  sender: Sender,
  input: Record<string, unknown>,
  { session, ringProof, pushUser }: Credentials = {},
): Promise<Caller> {
  if (operation.limit === 'ring') {
    await deps.ringLimiter.admit(countable(sender.caller, input), ringProof)
    return { ...sender.caller, visits: provenVisits(operation, sender, input) }
  }
  if (pushUser !== undefined) {
    await deps.rateLimiter.admit('pushReport', { user: pushUser })
    return sender.caller
  }
  const caller = await applyLimits(deps, operation, sender, input, session)
  authorizeCaller(deps, operation, caller, input)
  return caller
}

/** Calls the owning service, if the contract needs it; retries once after a timeout if it allows that. */
async function callOwner(deps: ForwardDeps, operation: Named, input: unknown, caller: Caller) {
  const { name, timeoutMs, retryOnTimeout, withoutVisits } = operation
  if (withoutVisits && !caller.visits.length) return { output: withoutVisits }
  const options = { caller, ...(timeoutMs ? { timeout: timeoutMs } : {}) }
  try {
    return await deps.bus.ask(name, input as Input<typeof name>, options)
  } catch (error) {
    if (!retryOnTimeout || !(error instanceof AppError) || error.code !== 'unavailable') throw error
    return deps.bus.ask(name, input as Input<typeof name>, options)
  }
}

/** Takes the photo out of a ring's input. @throws AppError photo_invalid */
function takePhoto(operation: Named, input: Record<string, unknown>): Buffer | undefined {
  const detach = operation.http?.detach
  const value = detach ? input[detach.field] : undefined
  if (!detach || value === undefined || value === null) return undefined
  const photo = typeof value === 'string' ? jpegOfDataUrl(value) : undefined
  if (!photo) throw new AppError('photo_invalid', { issues: { [detach.field]: { code: 'photo_invalid', params: {} } } })
  input[detach.field] = null
  return photo
}

/** Uploads the photo after its ring, so that the ring's answer does not wait for it. */
function sendPhoto(deps: ForwardDeps, operation: Named, photo: Buffer, output: unknown, caller: Caller): void {
  const to = operation.http?.detach?.to as OperationName | undefined
  const id = (output as { id: number }).id
  if (!to) return
  void deps.bytes
    .send(to, { id }, { ...caller, visits: [{ activityId: id }] }, photo, { 'content-type': 'image/jpeg' })
    .catch((err: unknown) => deps.log.warn({ err, activityId: id }, 'ring photo upload failed'))
}

/** Uses only Node's response, because the fast path of a ring bypasses express. */
export function sendAnswer(response: ServerResponse, operation: Named, answered: Answer, who: Identified, next?: string): void {
  const cookies = setCookies(who, answered.cookies)
  const status = operation.http?.status ?? 200
  const headers = {
    'Cache-Control': PRIVATE,
    ...(cookies.length ? { 'Set-Cookie': cookies } : {}),
    ...(answered.cookies?.session === null ? { 'Clear-Site-Data': FORGOTTEN } : {}),
    ...(next ? { Link: next } : {}),
  }
  if (status === 204) response.writeHead(status, headers).end()
  else if (status === 303) response.writeHead(status, { ...headers, Location: (answered.output as { readonly url: string }).url }).end()
  else if (operation.conditional) writeConditional(response.req, response, answered.output, headers)
  else writeJson(response, status, answered.output, headers)
}

/** Makes the resident's other pages load the changed data again. */
function publishAccountChange({ bus }: ForwardDeps, { changes }: Named, { resident }: Caller): void {
  if (changes && resident) bus.live(subjects.liveUser(resident.userId), { type: 'account_changed', parts: [...changes] })
}

/** Runs an operation for an admitted caller: detach the photo, validate, let a ring wait its turn, call the service, upload the photo. */
export async function performOperation(
  deps: ForwardDeps,
  operation: Named,
  raw: Record<string, unknown>,
  caller: Caller,
  bytes?: Buffer,
): Promise<Answer> {
  const photo = takePhoto(operation, raw) ?? bytes
  const input = validate(operation.input, raw)
  // The ring is complete here: it continues even if its sender disconnects while it waits.
  if (operation.limit === 'ring') await deps.pace.ring(caller.address)
  const answered = await callOwner(deps, operation, input, caller)
  publishAccountChange(deps, operation, caller)
  if (photo) sendPhoto(deps, operation, photo, answered.output, caller)
  return answered
}

function nextPage(request: Request, cursor: string): string {
  return `<${request.path}?${new URLSearchParams({ ...(request.query as Record<string, string>), cursor })}>; rel="next"`
}

/** The header of a ring's proof of work (record 0042). */
export const ringProofOf = ({ headers }: IncomingMessage): string | undefined => {
  const proof = headers['x-ring-proof']
  return typeof proof === 'string' ? proof : undefined
}

/** The account of the push that a worker reports, from a header: the body is read after the request is counted. */
export function pushUserOf({ pushAccounts }: Pick<ForwardDeps, 'pushAccounts'>, { limit }: Operation, { headers }: IncomingMessage) {
  const token = headers['x-push-token']
  return limit === 'report' && typeof token === 'string' ? pushAccounts(token) : undefined
}

/** Reads path parameters and the query or the JSON body. */
async function readInput(operation: Named, request: Request, hold: () => HeldBody): Promise<Record<string, unknown>> {
  const { method, body } = operation.http ?? {}
  const rest = method === 'GET' ? request.query : body === 'raw' ? {} : await readJson(request, operation, hold)
  return inputOf(request.params as Record<string, string>, rest)
}

/** As OpenTelemetry names the span of a request: by its route, which takes few values. */
export const spanNameOf = ({ http }: Named): string => `${http?.method} ${http?.path}`

export function forward(operation: Named, allDeps: ForwardDeps) {
  const needsSession = operation.caller === 'resident' || operation.caller === 'either'
  const spanName = spanNameOf(operation)
  return async (request: Request, response: Response, _next: NextFunction): Promise<void> => {
    const who = identify(allDeps, request, { token: ownerOf(operation.name) === 'auth' })
    return traced(spanName, { kind: 'server', parent: who.trace }, () => answerRequest(who, request, response))
  }

  async function answerRequest(who: Identified, request: Request, response: Response): Promise<void> {
    const deps = { ...allDeps, rateLimiter: withRateHeaders(allDeps.rateLimiter, response) }
    const apiToken = apiTokenOf(request.headers)
    const credentials = {
      session: needsSession ? who.jar.session : undefined,
      ringProof: ringProofOf(request),
      pushUser: pushUserOf(deps, operation, request),
    }
    const caller =
      apiToken === undefined
        ? await admitCaller(deps, operation, who, request.params as Record<string, string>, credentials)
        : await admitToken(deps, operation, who, apiToken)
    const raw = await readInput(operation, request, () => holdBody(deps, caller.address, response))
    const { body, answer } = operation.http ?? {}
    if (body === 'raw' || answer === 'stream') return forwardBytes(deps, operation, raw, { who, caller }, request, response)
    const answered = await performOperation(deps, operation, raw, caller)
    sendAnswer(response, operation, answered, who, answered.next ? nextPage(request, answered.next) : undefined)
  }
}

type Entered = { readonly who: Identified; readonly caller: Caller }

/** @throws AppError media_type, too_large, photo_invalid */
function openUpload(operation: Named, request: Request): Readable {
  const { maxBytes = 0, mediaType = 'image/jpeg' } = operation.http ?? {}
  if (!request.is(mediaType)) throw new AppError('media_type')
  if (declaredLength(request) > maxBytes) throw tooLarge(operation)
  return limitBytes(maxBytes, tooLarge(operation), request)
}

/** Pipes raw bytes to or from the owning service over HTTP, because NATS carries none. */
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
  publishAccountChange(deps, operation, caller)
  response.status(operation.http?.status ?? 200).end()
}
