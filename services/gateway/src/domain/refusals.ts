/** Refusals of the gateway for a reason of security: counted by reason, and logged. */
import { AppError } from '#kit/app-error.ts'
import type { Log } from '#kit/log.ts'
import type { ErrorCode } from '#proto/errors.ts'
import type { FrameRateLimiter, RateLimiter } from './ports.ts'

/**
 * `unauthenticated`: no active session or visit; `unauthorized`: another party's, or beyond
 * an API token's scopes; `foreign_origin`, `foreign_host`: not one of our pages;
 * `forged_token`: a visitor's cookie that none of our keys has signed; `limit`: too many requests or frames; `blocked_address`.
 */
export type RefusalReason =
  | 'unauthenticated'
  | 'unauthorized'
  | 'foreign_origin'
  | 'foreign_host'
  | 'forged_token'
  | 'limit'
  | 'blocked_address'
export type ReportRefusal = (reason: RefusalReason) => void

/**
 * One line per second and reason, with a count (kit/collapse-repeated-logs.ts): a flood of requests does not flood the log. No address and
 * no path: the address is personal data, and a path can contain the token of a pass or an invite.
 */
export function createReportRefusal(log: Log, count: (labels: { readonly reason: RefusalReason }) => void): ReportRefusal {
  return (reason) => {
    count({ reason })
    log.warn({ reason }, `request refused: ${reason}`)
  }
}

const REASONS: Partial<Readonly<Record<ErrorCode, RefusalReason>>> = {
  unauthenticated: 'unauthenticated',
  origin_refused: 'foreign_origin',
  wrong_host: 'foreign_host',
  address_blocked: 'blocked_address',
}

/** @returns undefined for an error that is not about security, or is reported where it occurs */
export const refusalOf = ({ code }: AppError): RefusalReason | undefined => REASONS[code]

/** Of requests, or of rings. */
type Limiter<Request extends readonly unknown[], Admitted> = { readonly admit: (...request: Request) => Promise<Admitted> }

/** Reports each request over a limit. */
export const reportingLimits = <Request extends readonly unknown[], Admitted>(
  limiter: Limiter<Request, Admitted>,
  report: ReportRefusal,
): Limiter<Request, Admitted> => ({
  admit: async (...request) => {
    try {
      return await limiter.admit(...request)
    } catch (error) {
      if (error instanceof AppError && error.code !== 'unavailable') report('limit')
      throw error
    }
  },
})

export const reportingRateLimits = (limiter: RateLimiter, report: ReportRefusal): RateLimiter => ({
  ...limiter,
  ...reportingLimits(limiter, report),
  admitUntilProven: reportingLimits({ admit: limiter.admitUntilProven }, report).admit,
})

export const reportingFrameLimits = (limiter: FrameRateLimiter, report: ReportRefusal): FrameRateLimiter => ({
  ...limiter,
  admit: (...frame) => {
    try {
      limiter.admit(...frame)
    } catch (error) {
      report('limit')
      throw error
    }
  },
})
