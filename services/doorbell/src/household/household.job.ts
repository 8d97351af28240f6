import type { Job } from '#kit/jobs.ts'

/** Queries leave out a membership whose date has passed at once; a call under way hears of its end by this job. */
const END_EVERY_MS = 5_000

export const householdJobs = (endExpired: () => Promise<void>): readonly Job[] => [
  { name: 'end-memberships', everyMs: END_EVERY_MS, runsIn: 'every copy', run: endExpired },
]
