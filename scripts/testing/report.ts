/** Figures of a test that are told and not judged: printed with TEST_LOG=1. */
export function report(text: string): void {
  if (process.env.TEST_LOG) process.stderr.write(`${text}\n`)
}
