/**
 * The mail about unread notifications ("Email Notifications"). It is sent a minute after the first of them, so that a resident who reads it
 * meanwhile gets none, and at most once in 15 minutes. It contains counts only, no messages.
 */
import type { Clock } from '#kit/clock.ts'
import { deterministicUuid } from '#kit/ids.ts'
import type { UnreadCounts } from '#proto/entities.ts'
import type { Notifications, Summary } from './notifications.ts'

export interface SummaryMail {
  /** Sends each key once. Throws when auth does not answer. */
  mailSummary(summary: UnreadCounts & { readonly key: string; readonly userId: number }): Promise<void>
}

const UNREAD_FOR = 60_000
const APART = 15 * 60_000
const AGAIN_AFTER = 60_000

/** The same key for each try, so that auth sends the mail once. */
const keyOf = ({ ownerId, newest }: Summary) => deterministicUuid(`summary ${ownerId} ${newest}`)

type SummaryDeps = {
  readonly notifications: Pick<Notifications, 'takeDueSummaries' | 'completeSummary'>
  readonly mail: SummaryMail
  readonly clock: Clock
}

/** A mail that fails throws nothing: it is retried a minute later. */
export async function mailSummaries({ notifications, mail, clock }: SummaryDeps): Promise<void> {
  const due = await notifications.takeDueSummaries({
    waitingSince: clock.in(-UNREAD_FOR),
    mailedBefore: clock.in(-APART),
    now: clock.now(),
  })
  for (const summary of due) {
    const { ownerId, missed, messages, visits, system } = summary
    const mailed = await mail.mailSummary({ key: keyOf(summary), userId: ownerId, missed, messages, visits, system }).then(
      () => true,
      () => false,
    )
    await notifications.completeSummary(summary, mailed, clock.in(AGAIN_AFTER - APART))
  }
}
