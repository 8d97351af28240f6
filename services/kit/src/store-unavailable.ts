/** Which errors mean that Postgres, Redis or the disk of the files does not take a request now. */
import { AppError } from './app-error.ts'

/**
 * SQLSTATEs of a server that is unreachable, stopping, starting, or out of disk space, memory or connections (PostgreSQL, appendix A: class
 * 08, 57P01-03, 53100, 53200, 53300).
 */
const SQLSTATE = /^(08\w{3}|57P0[123]|53[123]00)$/
/** A server's name or network may be gone with it. The last two: a full disk or quota. */
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOSPC|EDQUOT)$/
/** Prisma's codes: not reachable, timed out, closed, no connection in time. */
const PRISMA = /^P(1001|1002|1008|1017|2024|2028)$/
const POSTGRES_MESSAGE = /connection terminated|timeout exceeded when trying to connect|not queryable|connection error|database server/i
/** ioredis's own, which have no code (Command.js, Redis.js, event_handler.js), and replies of a server that loads its data or is full. */
const REDIS_MESSAGE = /^(command (timed out|aborted)|stream isn't writeable|connection is closed|reached the max retries|LOADING |OOM )/i

type Failure = { readonly code?: unknown; readonly message?: unknown; readonly cause?: unknown }

/** Whether an error means that a store cannot be reached, or is full, so that the caller may try again. */
export function isStoreUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false
  const { code, message, cause } = error as Failure
  if (typeof code === 'string' && (SQLSTATE.test(code) || SYSTEM.test(code) || PRISMA.test(code))) return true
  const isSaid = typeof message === 'string' && (POSTGRES_MESSAGE.test(message) || REDIS_MESSAGE.test(message))
  return isSaid || isStoreUnavailable(cause, depth + 1)
}

/** What a caller receives of anything thrown: `unavailable` where a store cannot be reached, `internal` of what nobody expects. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  return isStoreUnavailable(error) ? new AppError('unavailable', { retryAfterSeconds: 1 }) : new AppError('internal')
}
