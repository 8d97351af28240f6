import type { Job } from '#kit/jobs.ts'

const DELETE_FIRST_MS = 2_000
const CLEAN_UP_EVERY_MS = 3_600_000
const CLEAN_UP_FIRST_MS = 10_000

type Work = { readonly cleanUp: () => Promise<void>; readonly deleteExpired: () => Promise<unknown> }

export const retentionJobs = ({ cleanUp, deleteExpired }: Work, deleteExpiredEveryMs: number): readonly Job[] => [
  { name: 'clean-up', everyMs: CLEAN_UP_EVERY_MS, firstMs: CLEAN_UP_FIRST_MS, runsIn: 'every copy', run: cleanUp },
  {
    // Retention: the lease's row has this name, and FORGET_EVERY_MS sets the interval.
    name: 'forget',
    everyMs: deleteExpiredEveryMs,
    firstMs: Math.min(DELETE_FIRST_MS, deleteExpiredEveryMs),
    runsIn: 'one copy',
    run: deleteExpired,
  },
]
