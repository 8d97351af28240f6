/** SQLSTATEs of a server that is gone, going or coming (PostgreSQL, appendix A: classes 08, 57P and 53300). */
const SQLSTATE = /^(08\w{3}|57P0[123]|53300)$/
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
/** Prisma: not reachable, timed out, closed, no connection in time. */
const PRISMA = /^P(1001|1002|1008|1017|2024|2028)$/
const WORDS = /connection terminated|timeout exceeded when trying to connect|not queryable|connection error|database server/i

type Failure = { readonly code?: unknown; readonly message?: unknown; readonly cause?: unknown }

/** Whether a failure means that the database cannot be reached now: worth another try, and nobody's mistake. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false
  const { code, message, cause } = error as Failure
  if (typeof code === 'string' && (SQLSTATE.test(code) || SOCKET.test(code) || PRISMA.test(code))) return true
  return (typeof message === 'string' && WORDS.test(message)) || isDatabaseAway(cause, depth + 1)
}
