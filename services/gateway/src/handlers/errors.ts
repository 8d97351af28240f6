/** Every refusal under /api, whatever its cause, has one shape (interface: HTTP). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { ERRORS, type ErrorCode, errorBody } from '#proto/errors.ts'
import { writeJson } from './json.ts'

/** @returns seconds, for what passes by itself */
export function retryAfterOf({ code, retryAfterSeconds }: Refusal): number | undefined {
  const entry: { readonly status: number; readonly retryable?: true } = ERRORS[code]
  return retryAfterSeconds ?? (entry.retryable && entry.status >= 429 ? 1 : undefined)
}

function refuse(response: ServerResponse, refusal: Refusal): void {
  const retryAfter = retryAfterOf(refusal)
  writeJson(response, ERRORS[refusal.code].status, errorBody(refusal.code, refusal.details, refusal.message), {
    'Cache-Control': 'no-store',
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
  })
}

/** What express and its body parsers throw, in the catalogue's words. */
function codeOf(error: { status?: unknown; type?: unknown }): ErrorCode {
  if (error.status === 413) return 'too_large'
  if (error.status === 415) return 'media_type'
  return typeof error.status === 'number' && error.status >= 400 && error.status < 500 ? 'malformed' : 'internal'
}

/** Answers whatever was thrown; what is nobody's fault but ours is logged. */
export function refuseError(log: Log, error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const refusal = error instanceof Refusal ? error : new Refusal(codeOf(typeof error === 'object' && error !== null ? error : {}))
  if (refusal.code === 'internal') log.error({ err: error, method: request.method, path: request.url?.split('?')[0] }, 'request failed')
  refuse(response, refusal)
}

export function errorHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => (response.headersSent ? next(error) : refuseError(log, error, request, response))
}
