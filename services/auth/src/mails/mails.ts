/** Mails are written in the transaction of the rows they belong to, sent afterwards, and retried until they are too old. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { TIME } from '#proto/limits.ts'
import type { Mail, OutgoingMail } from '../core/ports.ts'

export interface Mails {
  /** Claims due mails for `leaseMs`: after that another copy, or this one after a crash, may claim them again. */
  claim(now: Date, leaseMs: number, limit: number): Promise<(OutgoingMail & { readonly attempts: number })[]>
  /** Writes one mail per id. */
  write(mail: Mail): Promise<void>
  sent(id: string, now: Date): Promise<void>
  /** @param nextAt null: no further attempt */
  retry(id: string, nextAt: Date | null): Promise<void>
  /** How many will be sent, or sent again. */
  waiting(): Promise<number>
  kept(limit: number): Promise<OutgoingMail[]>
}

export interface MailSender {
  /** @throws PermanentMailError or any network error */
  send(mail: OutgoingMail): Promise<void>
}

/** The server replied 5xx, which is permanent; a retry rarely helps (RFC 5321, 4.2.1). */
export class PermanentMailError extends Error {}

const BATCH = 10
/** Longer than sending one mail may take. */
const LEASE = 120_000
const FIRST_RETRY = 5_000
const LONGEST_RETRY = 15 * 60_000
const MAX_PERMANENT_FAILURES = 5

/** @returns when to try again; null: no further attempt */
export function nextAttemptAt(mail: OutgoingMail & { readonly attempts: number }, error: unknown, now: Date): Date | null {
  if (error instanceof PermanentMailError && mail.attempts >= MAX_PERMANENT_FAILURES) return null
  const next = new Date(now.getTime() + Math.min(FIRST_RETRY * 2 ** (mail.attempts - 1), LONGEST_RETRY))
  return next.getTime() - mail.at.getTime() < TIME.verifyMailLife ? next : null
}

/** Sends one batch of due mails. @returns how many were claimed */
export async function sendDueMails(deps: { mails: Mails; sender: MailSender; clock: Clock; log: Log }): Promise<number> {
  const { mails, sender, clock, log } = deps
  const due = await mails.claim(clock.now(), LEASE, BATCH)
  for (const mail of due) {
    try {
      await sender.send(mail)
      await mails.sent(mail.id, clock.now())
    } catch (error) {
      const next = nextAttemptAt(mail, error, clock.now())
      log.warn(
        { err: error, mailId: mail.id, attempts: mail.attempts, next },
        next ? 'mail delivery failed, will retry' : 'mail delivery failed, giving up',
      )
      await mails.retry(mail.id, next)
    }
  }
  return due.length
}

/** Sends batches until no mail is due. */
export async function sendAllDueMails(deps: Parameters<typeof sendDueMails>[0]): Promise<void> {
  while ((await sendDueMails(deps)) > 0);
}
