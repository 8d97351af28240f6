import type { Clock } from '#kit/clock.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { FactorChange } from '#proto/factor-changes.ts'
import type { FactorMailKind, MailKind } from '../core/mail-kinds.ts'
import { dailyLimit } from '../core/mail-limits.ts'
import type { Announcement, Mail } from '../core/ports.ts'
import type { AccountAddresses } from './account-addresses.ts'
import { type Addressee, writeMails } from './write-mail.ts'

export type AnnounceDeps = {
  readonly clock: Clock
  readonly outbox: Outbox
  readonly addresses: AccountAddresses
  readonly sendMailsSoon: () => void
}

/** The kinds that say what happened, without a link. */
type FactorNotice = Extract<
  FactorMailKind,
  'turnedOn' | 'turnedOff' | 'codesReplaced' | 'recoveryCancelled' | 'recoveryEnded' | 'operatorReset'
>
type PasskeyChange = Extract<FactorChange, 'passkey_added' | 'passkey_removed' | 'passkey_copied'>

/** Addresses that may get a mail of this kind now: a person who controls the account can cause such mails without limit. */
export async function addresseesOf(
  { clock, addresses }: Pick<AnnounceDeps, 'clock' | 'addresses'>,
  userId: number,
  kind: MailKind,
): Promise<Addressee[]> {
  const limit = dailyLimit(clock)
  const all = await addresses.of(userId, limit.now)
  const waits = await Promise.all(all.map(({ email }) => addresses.waitFor(email, kind, limit)))
  return all.filter((_addressee, index) => waits[index] === 0)
}

/**
 * The announcement of a change of the second factor. It is written in the change's transaction, and published by `publishAnnouncement`
 * after it. The event, which makes the alert, is written each time, also where an address gets no more mails.
 * @param address of the client; null for an operator or a job
 */
export async function announcementOf(
  deps: AnnounceDeps,
  userId: number,
  notice: FactorNotice,
  change: FactorChange | undefined,
  address: string | null,
): Promise<Announcement> {
  const kind = `factor.${notice}` as const
  const mails = writeMails(kind, await addresseesOf(deps, userId, kind), { at: deps.clock.now() })
  return { mails, events: change ? [deps.outbox.row('auth.factor_changed', { userId, change, address })] : [] }
}

/**
 * The announcement of a change of passkeys.
 * @param name of the passkey that may have been copied
 */
export async function passkeyAnnouncement(
  deps: AnnounceDeps,
  userId: number,
  change: PasskeyChange,
  address: string,
  name?: string,
): Promise<Announcement> {
  const facts = name === undefined ? {} : { passkeyName: name }
  const event = deps.outbox.row('auth.factor_changed', { userId, change, address, ...facts })
  return { mails: await passkeyMails(deps, userId, change, name ?? ''), events: [event] }
}

async function passkeyMails(deps: AnnounceDeps, userId: number, change: PasskeyChange, name: string): Promise<Mail[]> {
  const envelope = { at: deps.clock.now() }
  if (change === 'passkey_copied')
    return writeMails('factor.passkeyCopied', await addresseesOf(deps, userId, 'factor.passkeyCopied'), envelope, { name })
  const kind = change === 'passkey_added' ? 'factor.passkeyAdded' : 'factor.passkeyRemoved'
  return writeMails(kind, await addresseesOf(deps, userId, kind), envelope)
}

/**
 * The announcement of a new API token.
 * @param name of the token
 */
export async function apiTokenAnnouncement(deps: AnnounceDeps, userId: number, name: string, address: string): Promise<Announcement> {
  const kind = 'api_token.created'
  const mails = writeMails(kind, await addresseesOf(deps, userId, kind), { at: deps.clock.now() }, { name })
  return { mails, events: [deps.outbox.row('auth.factor_changed', { userId, change: 'api_token_created', address })] }
}

/** Called after the commit. */
export function publishAnnouncement({ outbox, sendMailsSoon }: Pick<AnnounceDeps, 'outbox' | 'sendMailsSoon'>, { events }: Announcement) {
  outbox.soon(...events)
  sendMailsSoon()
}
