import {
  detailsOf,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetails,
  type ErrorKey,
  type ErrorParams,
  errorMessage,
  isErrorCode,
  onlyMessage,
} from '#proto/errors.ts'
import type { FieldIssues, IssueCode, IssueParams } from '#proto/issues.ts'
import { withoutStacks } from './without-stacks.ts'

type Options = {
  readonly issues?: FieldIssues | undefined
  readonly retryAfterSeconds?: number
}
/** The details of another copy's error; its sentences count where it is older and sent no codes. */
type Received = Options & Partial<Pick<ErrorBody, 'message' | 'details' | 'params'>>

/** An error that the caller receives: a code of the catalogue, never a status. Anything else thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams | undefined
  readonly issues: FieldIssues | undefined
  readonly details: ErrorDetails | undefined
  readonly retryAfterSeconds: number | undefined

  /** @param key a code, or a code and its variant: `subscription_required.audio` */
  constructor(key: ErrorKey, received: Received = {}) {
    const [code, variant] = key.split('.') as [ErrorCode, string?]
    const { issues, retryAfterSeconds, params = variant === undefined ? undefined : { variant } } = received
    super(received.message ?? (issues && onlyMessage(issues)) ?? errorMessage(code, params))
    this.name = 'AppError'
    this.code = code
    this.params = params
    this.issues = issues
    this.details = received.details ?? (issues && detailsOf(issues))
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The body of the answer (docs/product/interface.md, HTTP). */
  toBody(): ErrorBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.details ? { details: this.details } : {}),
      ...(this.params ? { params: this.params } : {}),
      ...(this.issues ? { issues: this.issues } : {}),
    }
  }

  /** For refusals that a client can cause without limit: capturing a stack takes a third of the time of such a request. */
  static withoutStack(...args: ConstructorParameters<typeof AppError>): AppError {
    return withoutStacks(() => new AppError(...args))
  }

  /** The error in another copy's answer. @param body unchecked @param retryAfter seconds, if any */
  static fromBody(body: Partial<Record<keyof ErrorBody, unknown>>, retryAfter: unknown): AppError {
    const { code, ...sent } = body as Partial<ErrorBody>
    const seconds = Number(retryAfter)
    const beside = seconds > 0 ? { retryAfterSeconds: seconds } : {}
    return code !== undefined && isErrorCode(code) ? new AppError(code, { ...sent, ...beside }) : new AppError('internal')
  }
}

/** One field is not valid. */
export const invalidField = (field: string, code: IssueCode, params: IssueParams = {}): AppError =>
  new AppError('validation_failed', { issues: { [field]: { code, params } } })
