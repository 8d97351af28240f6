/**
 * The mail about what waits unread ("Email Notifications"). It is written a minute after the first thing it tells, so that whoever looks
 * meanwhile gets none, and at most once in 15 minutes. It counts; nobody's words travel in it.
 */
import { createHash } from 'node:crypto'
import type { Notifications, Summary, Waiting } from './notifications.ts'
import type { Clock } from './ports.ts'

const UNREAD_FOR = 60_000
const APART = 15 * 60_000
const AGAIN_AFTER = 60_000

export interface Post {
  /** Once per key. @throws where auth is away */
  mailSummary(summary: Waiting & { readonly key: string; readonly userId: number }): Promise<void>
}

/** The same summary, tried again, is the same mail. A uuid of version 8 (RFC 9562). */
function keyOf({ ownerId, newest }: Summary): string {
  const hex = createHash('sha256').update(`summary ${ownerId} ${newest}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @throws nothing for a single mail: it is tried again a minute later */
export async function mailSummaries(deps: {
  notifications: Pick<Notifications, 'takeDueSummaries' | 'summarised'>
  post: Post
  clock: Clock
}): Promise<void> {
  const { notifications, post, clock } = deps
  const due = await notifications.takeDueSummaries({
    waitingSince: clock.in(-UNREAD_FOR),
    mailedBefore: clock.in(-APART),
    now: clock.now(),
  })
  for (const summary of due) {
    const { ownerId, missed, messages, visits, system } = summary
    const mailed = await post.mailSummary({ key: keyOf(summary), userId: ownerId, missed, messages, visits, system }).then(
      () => true,
      () => false,
    )
    await notifications.summarised(summary, mailed, clock.in(AGAIN_AFTER - APART))
  }
}
