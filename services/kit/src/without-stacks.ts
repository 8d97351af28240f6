/**
 * Runs what makes errors by the thousand that nobody reads, without a stack in each: capturing one costs more than the work itself.
 * Of synchronous work alone: the limit is one for the whole process.
 */
export function withoutStacks<T>(run: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
