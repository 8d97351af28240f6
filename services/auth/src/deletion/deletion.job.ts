/** What auth does by itself: how often, and in which copy. */
import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import { DAY_MS } from '#proto/durations.ts'

export const SEND_MAILS = 'send-mails'
export const MAIL_RESETS = 'mail-resets'
/** Wakes it too; otherwise it looks for deletions that wait, or that a crash has left. */
export const DELETE_ACCOUNTS = 'delete-accounts'
const DELETE_ACCOUNTS_EVERY_MS = 1_000
/** A request wakes the job; the interval is for those that a crash left. */
const MAIL_RESETS_EVERY_MS = 5_000
/** A new mail wakes the job; the interval is for retries that are due. */
const SEND_MAILS_EVERY_MS = 1_000
const DELETE_EXPIRED_EVERY_MS = 10 * 60_000
/** A recovery ends within this time after its wait. */
const END_RECOVERIES_EVERY_MS = 5_000
const END_SESSIONS_EVERY_MS = 60_000
const DELETE_PICTURES_EVERY_MS = 3_600_000
/** A picture is written before its row; no upload takes a day. */
const ORPHAN_AFTER_MS = DAY_MS

export type AuthJobsDeps = {
  readonly clock: Clock
  readonly deleteExpired: (now: Date) => Promise<unknown>
  /** Pictures that no row names. */
  readonly deletePictures: (before: Date) => Promise<unknown>
  /** Deletions of accounts, each a step further. */
  readonly advanceDeletions: () => Promise<unknown>
  /** Links to new passwords. */
  readonly mailResets: () => Promise<unknown>
  /** Sessions whose time is over, and those that end soon. */
  readonly endSessions: () => Promise<unknown>
  /** Recoveries whose wait is over. */
  readonly endRecoveries: () => Promise<unknown>
  /** Only where mail is sent by SMTP. */
  readonly sendMails?: () => Promise<unknown>
}

export const authJobs = ({
  clock,
  advanceDeletions,
  deleteExpired,
  deletePictures,
  endRecoveries,
  endSessions,
  mailResets,
  sendMails,
}: AuthJobsDeps): readonly Job[] => [
  ...(sendMails ? [{ name: SEND_MAILS, everyMs: SEND_MAILS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: sendMails } as const] : []),
  { name: DELETE_ACCOUNTS, everyMs: DELETE_ACCOUNTS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: advanceDeletions },
  { name: MAIL_RESETS, everyMs: MAIL_RESETS_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: mailResets },
  {
    name: 'delete-expired',
    everyMs: DELETE_EXPIRED_EVERY_MS,
    firstMs: 0,
    runsIn: 'every copy',
    run: () => deleteExpired(clock.now()),
  },
  { name: 'end-sessions', everyMs: END_SESSIONS_EVERY_MS, runsIn: 'every copy', run: endSessions },
  { name: 'end-recoveries', everyMs: END_RECOVERIES_EVERY_MS, runsIn: 'every copy', run: endRecoveries },
  {
    name: 'delete-unused-pictures',
    everyMs: DELETE_PICTURES_EVERY_MS,
    firstMs: 0,
    runsIn: 'every copy',
    run: () => deletePictures(clock.in(-ORPHAN_AFTER_MS)),
  },
]
