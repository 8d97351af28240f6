import type { Job } from '#kit/jobs.ts'
import { mailResets } from './reset-password.ts'

export const MAIL_RESETS = 'mail-resets'
/** A request wakes the job; the interval is for those that a crash left. */
const MAIL_RESETS_EVERY_MS = 5_000

export const passwordJobs = (deps: Parameters<typeof mailResets>[0]): readonly Job[] => [
  { name: MAIL_RESETS, everyMs: MAIL_RESETS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => mailResets(deps) },
]
