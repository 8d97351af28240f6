import type { Job } from '#kit/jobs.ts'

export const SEND_MAILS = 'send-mails'
/** A new mail wakes the job; the interval is for retries that are due. */
const SEND_MAILS_EVERY_MS = 1_000

/** @param sendMails undefined where mails stay in the mailbox */
export const mailJobs = (sendMails: (() => Promise<unknown>) | undefined): readonly Job[] =>
  sendMails ? [{ name: SEND_MAILS, everyMs: SEND_MAILS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: sendMails }] : []
