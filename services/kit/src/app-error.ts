import { ERRORS, type ErrorCode, type ErrorDetails } from '#proto/errors.ts'
import { withFieldName } from '#proto/validation-messages.ts'

/** An error that the caller receives: a code of the catalogue, never a status. Anything else thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: { details?: ErrorDetails; message?: string; retryAfterSeconds?: number } = {}) {
    super(options.message ?? ERRORS[code].message)
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** One field is not valid; the sentence is the contract's. */
export const invalidField = (field: string, sentence: string): AppError =>
  new AppError('validation_failed', { message: withFieldName(field, sentence), details: { [field]: sentence } })
