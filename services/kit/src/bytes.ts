/**
 * Bytes never travel on NATS: the gateway pipes HTTP to the owner, whose address it requests on `subjects.bytes(service)`. The caller is in
 * a signed, short-lived header.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '#proto/envelope.ts'
import { type ErrorCode, errorStatus } from '#proto/errors.ts'
import type { ServiceName } from '#proto/operation.ts'
import type { BytesShortName, Input, OperationName } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { BytesClaims } from '#proto/tokens.ts'
import { AppError } from './app-error.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { BytesHandler } from './http.ts'
import type { Log } from './log.ts'
import { countOperation } from './metrics.ts'
import { inRequest } from './request-log.ts'
import type { SigningKeys } from './signing-keys.ts'
import { appErrorOf } from './store-unavailable.ts'
import { signToken, verifyToken } from './tokens.ts'

export const CALLER_HEADER = 'x-caller'
const HEADER_SECONDS = 30

type Full<S extends ServiceName, K extends string> = Extract<`${S}.${K}`, OperationName>
export type BytesRequest<N extends OperationName> = {
  readonly input: Input<N>
  readonly caller: Caller
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
export type BytesHandlersOf<S extends ServiceName> = {
  readonly [K in BytesShortName<S>]: (request: BytesRequest<Full<S, K>>) => Promise<void>
}

/** The address at which a copy of a service takes bytes. @throws AppError unavailable */
export async function bytesUrl(bus: Pick<Bus, 'connection'>, service: ServiceName): Promise<string> {
  const message = await bus.connection.request(subjects.bytes(service), '', { timeout: 2_000 }).catch(() => {
    throw new AppError('unavailable')
  })
  return message.json<{ url: string }>().url
}

/** The value of the caller header: the gateway's, or what an owner gives to a service that sends it bytes. @param seconds its life */
export function signBytesRequest(
  key: SigningKeys,
  operation: OperationName,
  input: unknown,
  caller: Caller,
  now: Date,
  seconds = HEADER_SECONDS,
): string {
  return signToken(key, { use: 'bytes', operation, input, caller }, seconds, now)
}

/** The owner's side: serves `/bytes/<operation>`; without a valid signature it answers `not_found`. */
export function bytesHandler<S extends ServiceName>(
  service: S,
  key: SigningKeys,
  clock: Clock,
  log: Log,
  table: BytesHandlersOf<S>,
): BytesHandler {
  const handlers = new Map(Object.entries(table).map(([name, handle]) => [name, handle as AnyHandler]))
  return async (request, response) => {
    const began = performance.now()
    let code: ErrorCode | 'ok' = 'ok'
    const header = request.headers[CALLER_HEADER]
    const claims = typeof header === 'string' ? verifyToken(key, BytesClaims, header, clock.now()) : undefined
    const handle =
      claims && request.url === `/bytes/${claims.operation}` ? handlers.get(claims.operation.slice(service.length + 1)) : undefined
    try {
      if (!claims || !handle) throw new AppError('not_found')
      const caller = claims.caller as Caller
      await inRequest(caller.requestId, () => handle({ input: claims.input as Input<OperationName>, caller, request, response }))
    } catch (error) {
      const failure = appErrorOf(error)
      const facts = { err: error, operation: claims?.operation }
      if (failure.code === 'internal') log.error(facts, 'bytes handler failed')
      else if (failure !== error) log.warn(facts, 'store unavailable')
      code = failure.code
      if (response.headersSent) response.destroy()
      else sendError(response, failure)
    }
    if (!claims || !handle) return
    const durationMs = performance.now() - began
    countOperation(claims.operation, response.statusCode, durationMs, claims.input)
    const { requestId } = claims.caller as Caller
    log.debug({ operation: claims.operation, requestId, durationMs: Math.round(durationMs), code }, 'operation handled')
  }
}

/** The error as JSON; the gateway passes its code and message on. */
function sendError(response: ServerResponse, error: AppError): void {
  const { code, retryAfterSeconds } = error
  const headers = { 'content-type': 'application/json', ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}) }
  response.writeHead(errorStatus(code, error.params), headers).end(JSON.stringify(error.toBody()))
}

/** The AppError that the owner sent in place of bytes, as the bus rebuilds that of an rpc (bus.ts). */
export function bytesError(body: unknown, retryAfter: unknown): AppError {
  return AppError.fromBody(typeof body === 'object' && body !== null ? body : {}, retryAfter)
}

type AnyHandler = (request: BytesRequest<OperationName>) => Promise<void>
