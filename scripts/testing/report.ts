/** Prints a test's measurements, which are not asserted, with TEST_LOG=1. */
export function report(text: string): void {
  if (process.env.TEST_LOG) process.stderr.write(`${text}\n`)
}
