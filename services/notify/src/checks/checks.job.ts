import type { Job } from '#kit/jobs.ts'
import { type CheckDeps, runChecks } from './run-checks.ts'

/** How late a check may be. */
const RUN_EVERY_MS = 60_000

export const checkJobs = (deps: CheckDeps): readonly Job[] => [
  { name: 'run-checks', everyMs: RUN_EVERY_MS, runsIn: 'one copy', run: () => runChecks(deps) },
]
