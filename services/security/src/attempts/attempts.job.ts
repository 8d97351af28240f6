import type { Job } from '#kit/jobs.ts'

const DELETE_EXPIRED_EVERY_MS = 10 * 60_000

export const attemptJobs = (deleteExpired: () => Promise<void>): readonly Job[] => [
  { name: 'delete-expired', everyMs: DELETE_EXPIRED_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: deleteExpired },
]
