import type { Job } from '#kit/jobs.ts'
import { endDueRecoveries } from './recovery.ts'

/** A recovery ends within this time after its wait. */
const END_RECOVERIES_EVERY_MS = 5_000

export const twoFactorJobs = (deps: Parameters<typeof endDueRecoveries>[0]): readonly Job[] => [
  { name: 'end-recoveries', everyMs: END_RECOVERIES_EVERY_MS, runsIn: 'every copy', run: () => endDueRecoveries(deps) },
]
