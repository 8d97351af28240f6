import type { Job } from '#kit/jobs.ts'

const MAIL_EVERY_MS = 5_000

export const visitRequestJobs = (mailPasses: () => Promise<void>): readonly Job[] => [
  { name: 'mail-passes', everyMs: MAIL_EVERY_MS, runsIn: 'every copy', run: mailPasses },
]
