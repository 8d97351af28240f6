/** How many mails of one kind are written, so that a mailbox cannot be filled with them. */
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import { MAILS } from '#proto/limits.ts'

/** For links the limit is checked in the transaction that writes the mail, after a lock: concurrent requests together write no more. */
export type MailLimit = {
  readonly now: Date
  /** Mails before this are not counted … */
  readonly since: Date
  /** … and at most this many of the later ones are read, the newest first. */
  readonly most: number
  /** @param sent when mails of the kind were written, newest first @returns milliseconds until the next is allowed; 0 when now */
  wait(sent: readonly Date[]): number
}

const limitOf = (clock: Clock, wait: (sent: readonly Date[], now: Date) => number, most: number = MAILS.aDay): MailLimit => {
  const now = clock.now()
  return { now, since: clock.in(-DAY_MS), most, wait: (sent) => wait(sent, now) }
}

/** Five a day. */
export const dailyLimit = (clock: Clock): MailLimit => limitOf(clock, (sent, now) => waitForDay(sent, now))

/** Fifty a day: of all accounts together whose address is not confirmed. */
export const strangersLimit = (clock: Clock): MailLimit =>
  limitOf(clock, (sent, now) => waitForDay(sent, now, MAILS.strangersADay), MAILS.strangersADay)

/** One a minute, and five a day: what a person asks for with a button. */
export const resendLimit = (clock: Clock): MailLimit =>
  limitOf(clock, (sent, now) => Math.max(waitSinceLast(sent, now, MAILS.resentAfter), waitForDay(sent, now)))

/**
 * Five a day, then one an hour: mails that lead back into an account. A stranger can ask for them too and must not use up the owner's; a
 * link that a stranger asked for is in the owner's mailbox just as well.
 */
export const wayBackLimit = (clock: Clock): MailLimit =>
  limitOf(clock, (sent, now) => (sent.length < MAILS.aDay ? 0 : waitSinceLast(sent, now, MAILS.furtherAfter)))

function waitSinceLast([last]: readonly Date[], now: Date, distance: number): number {
  return last ? Math.max(0, last.getTime() + distance - now.getTime()) : 0
}

function waitForDay(sent: readonly Date[], now: Date, most: number = MAILS.aDay): number {
  const oldest = sent[most - 1]
  return oldest ? Math.max(0, oldest.getTime() + DAY_MS - now.getTime()) : 0
}
