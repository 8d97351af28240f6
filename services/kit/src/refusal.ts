import { nameField } from '#proto/complaints.ts'
import { ERRORS, type ErrorCode, type ErrorDetails } from '#proto/errors.ts'

/** A refusal the caller is told: a code of the catalogue, never a status. Anything else thrown is `internal`. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: { details?: ErrorDetails; message?: string; retryAfterSeconds?: number } = {}) {
    super(options.message ?? ERRORS[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** One field is not taken, in the contract's words. */
export const invalidField = (field: string, sentence: string): Refusal =>
  new Refusal('validation_failed', { message: nameField(field, sentence), details: { [field]: sentence } })
