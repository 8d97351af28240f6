/** The error of a failed request (docs/product/specification.md, 8). */
import type { ErrorCode, ErrorDetails, ErrorParams } from '#proto/errors.ts'

/**
 * `network`: no response arrived. `unavailable`: from the server, or from something else in its place (a proxy's 502, a sign-in page of
 * the network). `unknown`: an error response without one of our codes.
 */
export type ApiErrorCode = ErrorCode | 'network' | 'unknown'

export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly details: ErrorDetails
  /** 0 when no response arrived. */
  readonly status: number
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly params: ErrorParams
  /** Whether the response came from our server, with one of our codes; false where a proxy answered, or nothing did. */
  readonly isOurs: boolean
  /** `X-Request-Id` of the answer: in the server's log lines. */
  readonly requestId: string | undefined

  constructor(fields: {
    message: string
    code: ApiErrorCode
    status: number
    details?: ErrorDetails
    retryAfter?: number
    params?: ErrorParams
    isOurs?: boolean
    requestId?: string | null
  }) {
    super(fields.message)
    this.name = 'ApiError'
    this.code = fields.code
    this.status = fields.status
    this.details = fields.details ?? {}
    this.retryAfter = fields.retryAfter
    this.params = fields.params ?? {}
    this.isOurs = fields.isOurs ?? true
    this.requestId = fields.requestId ?? undefined
  }
}

/** Whether the error is final: the same request would be refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** Whether the caught value is an ApiError with one of these codes, or with any code if none is given. */
export function isApiError(error: unknown, ...codes: readonly ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code))
}
