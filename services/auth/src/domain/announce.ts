import type { Clock } from '#kit/clock.ts'
import type { Outbox } from '#kit/outbox.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { FactorChange } from '#proto/events.ts'
import { type FactorNotice, noticeMails, PASSKEY_SUBJECTS, type PasskeyChange, passkeyMails } from './factor-mails.ts'
import type { AccountAddresses, Announcement } from './factor-ports.ts'
import { MAILS_A_DAY, waitForDailyLimit } from './verification.ts'

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

/**
 * The same of passkeys. An address that was never verified may be a stranger's and gets no mail; any other gets five of one kind a day,
 * because passkeys can be added and removed without end. The event, which makes the alert, is written each time.
 * @param name of the passkey that may have been copied
 */
export async function passkeyAnnouncement(
  { clock, outbox, addresses }: AnnounceDeps,
  userId: number,
  change: PasskeyChange,
  address: string,
  name?: string,
): Promise<Announcement> {
  const now = clock.now()
  const all = await addresses.of(userId, now)
  const mailed = await Promise.all(
    all.map(async (to) => {
      const sent = to.verified && (await addresses.mailedSince(to.email, PASSKEY_SUBJECTS[change], clock.in(-DAY_MS), MAILS_A_DAY))
      return sent && waitForDailyLimit(sent, now) === 0 ? [to] : []
    }),
  )
  const facts = name === undefined ? {} : { passkeyName: name }
  const event = outbox.row('auth.factor_changed', { userId, change, address, ...facts })
  return { mails: passkeyMails(mailed.flat(), change, name ?? '', now), events: [event] }
}

/** After the commit. */
export function publishAnnouncement({ outbox, sendMailsSoon }: Pick<AnnounceDeps, 'outbox' | 'sendMailsSoon'>, { events }: Announcement) {
  outbox.soon(...events)
  sendMailsSoon()
}
