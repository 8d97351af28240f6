/**
 * SQLSTATEs of a server that is unreachable, stopping, starting or out of connections (PostgreSQL, appendix A: class 08, 57P01-03, 53300).
 */
const SQLSTATE = /^(08\w{3}|57P0[123]|53300)$/
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
/** Prisma's codes: not reachable, timed out, closed, no connection in time. */
const PRISMA = /^P(1001|1002|1008|1017|2024|2028)$/
const MESSAGE = /connection terminated|timeout exceeded when trying to connect|not queryable|connection error|database server/i

type Failure = { readonly code?: unknown; readonly message?: unknown; readonly cause?: unknown }

/** Whether an error means that the database cannot be reached now, so that the caller may try again. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false
  const { code, message, cause } = error as Failure
  if (typeof code === 'string' && (SQLSTATE.test(code) || SOCKET.test(code) || PRISMA.test(code))) return true
  return (typeof message === 'string' && MESSAGE.test(message)) || isDatabaseUnavailable(cause, depth + 1)
}
