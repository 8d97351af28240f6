/** After the wire tests. */
import { rmSync } from 'node:fs'

export default async function teardown(): Promise<void> {
  const run = globalThis.wireRun
  try {
    await run?.stacks.stop()
  } finally {
    await run?.postgres.stop()
    if (run) rmSync(run.folder, { recursive: true, force: true })
  }
}
