/**
 * Bytes never travel on NATS: the gateway pipes HTTP to the owner, which it finds by asking `subjects.bytes(service)`; the caller comes in a
 * signed, short-lived header.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '#proto/envelope.ts'
import { ERRORS, type ErrorBody, errorBody } from '#proto/errors.ts'
import type { ServiceName } from '#proto/operation.ts'
import type { BytesShortName, Input, OperationName } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { BytesClaims } from '#proto/tokens.ts'
import { isDatabaseAway } from './away.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { BytesHandler } from './http.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { signToken, verifyToken } from './tokens.ts'

export const CALLER_HEADER = 'x-caller'
const HEADER_SECONDS = 30

type Full<S extends ServiceName, K extends string> = Extract<`${S}.${K}`, OperationName>
export type BytesCall<N extends OperationName> = {
  readonly input: Input<N>
  readonly caller: Caller
  readonly request: IncomingMessage
  readonly response: ServerResponse
}
export type BytesHandlersOf<S extends ServiceName> = { readonly [K in BytesShortName<S>]: (call: BytesCall<Full<S, K>>) => Promise<void> }

/** What the gateway sends along. */
export function signBytesCall(key: string, operation: OperationName, input: unknown, caller: Caller, now: Date): string {
  return signToken(key, { use: 'bytes', operation, input, caller }, HEADER_SECONDS, now)
}

/** The owner's side: `/bytes/<operation>`, refused without a living signature. */
export function bytesHandler<S extends ServiceName>(
  service: S,
  key: string,
  clock: Clock,
  log: Log,
  table: BytesHandlersOf<S>,
): BytesHandler {
  const arms = new Map(Object.entries(table).map(([name, arm]) => [name, arm as AnyArm]))
  return async (request, response) => {
    const header = request.headers[CALLER_HEADER]
    const claims = typeof header === 'string' ? verifyToken(key, BytesClaims, header, clock.now()) : undefined
    const arm = claims && request.url === `/bytes/${claims.operation}` ? arms.get(claims.operation.slice(service.length + 1)) : undefined
    try {
      if (!claims || !arm) throw new Refusal('not_found')
      await arm({ input: claims.input as Input<OperationName>, caller: claims.caller as Caller, request, response })
    } catch (error) {
      if (!(error instanceof Refusal)) log.error({ err: error, operation: claims?.operation }, 'bytes failed')
      const refusal = error instanceof Refusal ? error : new Refusal(isDatabaseAway(error) ? 'unavailable' : 'internal')
      if (response.headersSent) response.destroy()
      else refuse(response, refusal)
    }
  }
}

/** In the words of the owner's own refusal, which the gateway passes on. */
function refuse(response: ServerResponse, { code, details, message, retryAfterSeconds }: Refusal): void {
  const headers = { 'content-type': 'application/json', ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}) }
  response.writeHead(ERRORS[code].status, headers).end(JSON.stringify(errorBody(code, details, message)))
}

/** What the owner answered in place of bytes, as it refused: its code in its own words, as an rpc's refusal arrives (bus.ts). */
export function bytesRefusal(body: unknown, retryAfter: unknown): Refusal {
  const told = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {}
  if (!told.code || !Object.hasOwn(ERRORS, told.code)) return new Refusal('internal')
  const seconds = Number(retryAfter)
  return new Refusal(told.code, {
    ...(told.details ? { details: told.details } : {}),
    ...(told.message ? { message: told.message } : {}),
    ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}),
  })
}

type AnyArm = (call: BytesCall<OperationName>) => Promise<void>

/** Tells whoever asks where this copy takes bytes. */
export function announceBytes(bus: Bus, service: ServiceName, url: string): void {
  bus.connection.subscribe(subjects.bytes(service), {
    queue: service,
    callback: (_err, message) => void message.respond(JSON.stringify({ url })),
  })
}
