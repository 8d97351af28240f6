import type { Job } from '#kit/jobs.ts'

/** Wakes the job too; the interval finds deletions that wait, or that a crash interrupted. */
export const DELETE_ACCOUNTS = 'delete-accounts'
const DELETE_ACCOUNTS_EVERY_MS = 1_000
const DELETE_EXPIRED_EVERY_MS = 10 * 60_000

type Work = {
  /** Runs the next step of each deletion. */
  readonly advanceDeletions: () => Promise<unknown>
  readonly deleteExpired: () => Promise<unknown>
}

export const deletionJobs = ({ advanceDeletions, deleteExpired }: Work): readonly Job[] => [
  { name: DELETE_ACCOUNTS, everyMs: DELETE_ACCOUNTS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: advanceDeletions },
  { name: 'delete-expired', everyMs: DELETE_EXPIRED_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: deleteExpired },
]
