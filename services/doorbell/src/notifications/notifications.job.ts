import type { Job } from '#kit/jobs.ts'

const MAIL_EVERY_MS = 5_000

export const notificationJobs = (mailSummaries: () => Promise<void>): readonly Job[] => [
  { name: 'mail-summaries', everyMs: MAIL_EVERY_MS, runsIn: 'every copy', run: mailSummaries },
]
