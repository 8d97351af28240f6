/** Maps every error under /api to the common error body (docs/product/interface.md, HTTP). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { AppError } from '#kit/app-error.ts'
import type { Log } from '#kit/log.ts'
import { appErrorOf } from '#kit/store-unavailable.ts'
import { ERRORS, type ErrorCode, errorStatus } from '#proto/errors.ts'
import { accepted } from '../domain/accepted.ts'
import { type ReportRefusal, refusalOf } from '../domain/refusals.ts'
import { writeJson } from './json.ts'
import { requestIdOf } from './request-id.ts'

type ErrorDeps = { readonly log: Log; readonly reportRefusal: ReportRefusal }

/** @returns the Retry-After in seconds; undefined for an error that retrying does not help */
export function retryAfterOf({ code, retryAfterSeconds }: AppError): number | undefined {
  const entry: { readonly status: number; readonly retryable?: true } = ERRORS[code]
  return retryAfterSeconds ?? (entry.retryable && entry.status >= 429 ? 1 : undefined)
}

/** What a program has to send instead (RFC 6750, 3); a browser shows no dialog for this scheme. */
function challengeOf({ code, params }: AppError): string | undefined {
  if (code === 'scope_missing')
    return `Bearer error="insufficient_scope"${typeof params?.scope === 'string' ? `, scope="${params.scope}"` : ''}`
  if (code !== 'unauthenticated') return undefined
  return params?.variant === 'token' ? 'Bearer error="invalid_token"' : 'Bearer'
}

const PROBLEM = 'application/problem+json'

/** A client that names it, with whatever weight, reads it; JSON beside it is for the success. */
const asksForProblem = ({ headers: { accept } }: IncomingMessage) =>
  accept?.includes(PROBLEM) === true && accepted(accept).includes(PROBLEM)

/** RFC 9457: `type` leads to the code in the API's page; the common body follows, as extensions. */
function problemOf(appError: AppError, status: number, request: IncomingMessage) {
  const { code, message } = appError
  return {
    type: `/api/docs#error-${code}`,
    title: ERRORS[code].message,
    status,
    detail: message,
    instance: requestIdOf(request),
    ...appError.toBody(),
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, appError: AppError): void {
  const retryAfter = retryAfterOf(appError)
  const status = errorStatus(appError.code, appError.params)
  const isProblem = asksForProblem(request)
  writeJson(response, status, isProblem ? problemOf(appError, status, request) : appError.toBody(), {
    ...(isProblem ? { 'Content-Type': `${PROBLEM}; charset=utf-8` } : {}),
    'Cache-Control': 'private, no-store',
    'WWW-Authenticate': challengeOf(appError),
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
  })
}

/** The code of an error of express or its body parsers. @returns undefined for any other error */
function codeOf(error: unknown): ErrorCode | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (status === 413) return 'too_large'
  if (status === 415) return 'media_type'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'malformed' : undefined
}

function mapped(error: unknown): AppError {
  const code = error instanceof AppError ? undefined : codeOf(error)
  return code ? new AppError(code) : appErrorOf(error)
}

/** Answers any thrown error; logs internal ones, and reports those about security. */
export function refuseError({ log, reportRefusal }: ErrorDeps, error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const appError = mapped(error)
  if (appError.code === 'internal') {
    const [path] = request.url?.split('?') ?? []
    log.error({ err: error, requestId: requestIdOf(request), method: request.method, path }, 'request failed')
  }
  const reason = refusalOf(appError)
  if (reason) reportRefusal(reason)
  refuse(request, response, appError)
}

export function errorHandler(deps: ErrorDeps): ErrorRequestHandler {
  return (error: unknown, request, response, next) => (response.headersSent ? next(error) : refuseError(deps, error, request, response))
}
