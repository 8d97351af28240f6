import type { Clock } from '#kit/clock.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { FactorChange } from '#proto/events.ts'
import { type FactorNotice, noticeMails } from './factor-mails.ts'
import type { AccountAddresses, Announcement } from './factor-ports.ts'

export type AnnounceDeps = {
  readonly clock: Clock
  readonly outbox: Outbox
  readonly addresses: AccountAddresses
  readonly sendMailsSoon: () => void
}

/**
 * What tells of a change of the second factor. It is written in the change's transaction, and published by `published` after it.
 * @param address of the client; null for an operator or a job
 */
export async function announcementOf(
  { clock, outbox, addresses }: AnnounceDeps,
  userId: number,
  notice: FactorNotice,
  change: FactorChange | undefined,
  address: string | null,
): Promise<Announcement> {
  const now = clock.now()
  const mails = noticeMails(await addresses.of(userId, now), notice, now)
  return { mails, events: change ? [outbox.row('auth.factor_changed', { userId, change, address })] : [] }
}

/** After the commit. */
export function publishAnnouncement({ outbox, sendMailsSoon }: Pick<AnnounceDeps, 'outbox' | 'sendMailsSoon'>, { events }: Announcement) {
  outbox.soon(...events)
  sendMailsSoon()
}
