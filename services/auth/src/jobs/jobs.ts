/** What auth does by itself: how often, and in which copy. */
import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import { DAY_MS } from '#proto/durations.ts'

export const SEND_MAILS = 'send-mails'
/** A new mail wakes the job; the interval is for retries that are due. */
const SEND_MAILS_EVERY_MS = 1_000
const DELETE_EXPIRED_EVERY_MS = 10 * 60_000
const DELETE_PICTURES_EVERY_MS = 3_600_000
/** A picture is written before its row; no upload takes a day. */
const ORPHAN_AFTER_MS = DAY_MS

export type AuthJobsDeps = {
  readonly clock: Clock
  readonly deleteExpired: (now: Date) => Promise<unknown>
  /** Pictures that no row names. */
  readonly deletePictures: (before: Date) => Promise<unknown>
  /** Only where mail is sent by SMTP. */
  readonly sendMails?: () => Promise<unknown>
}

export const authJobs = ({ clock, deleteExpired, deletePictures, sendMails }: AuthJobsDeps): readonly Job[] => [
  ...(sendMails ? [{ name: SEND_MAILS, everyMs: SEND_MAILS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: sendMails } as const] : []),
  {
    name: 'delete-expired',
    everyMs: DELETE_EXPIRED_EVERY_MS,
    firstMs: 0,
    runsIn: 'every copy',
    run: () => deleteExpired(clock.now()),
  },
  {
    name: 'delete-unused-pictures',
    everyMs: DELETE_PICTURES_EVERY_MS,
    firstMs: 0,
    runsIn: 'every copy',
    run: () => deletePictures(clock.in(-ORPHAN_AFTER_MS)),
  },
]
