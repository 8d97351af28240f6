import type { Job } from '#kit/jobs.ts'
import { countRings } from './count-rings.ts'

/** It counts once a day; the interval is how late it notices a new one. */
const COUNT_EVERY_MS = 3_600_000
const COUNT_FIRST_MS = 60_000

export const statusJobs = (deps: Parameters<typeof countRings>[0]): readonly Job[] => [
  { name: 'count-rings', everyMs: COUNT_EVERY_MS, firstMs: COUNT_FIRST_MS, runsIn: 'one copy', run: () => countRings(deps) },
]
