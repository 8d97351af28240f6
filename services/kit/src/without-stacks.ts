/**
 * Runs code that throws and catches thousands of errors, without capturing stacks: capturing one costs more than the work itself.
 * Only for synchronous work: the limit is one for the whole process.
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
