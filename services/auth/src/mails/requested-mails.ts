/**
 * Mails that other services request, each once for its key. An unconfirmed address may belong to a stranger and gets none. None contains
 * text that a visitor typed, or that an attacker who signed in could choose.
 */
import type { Clock } from '#kit/clock.ts'
import { isMailedAlert } from '#proto/alert-kinds.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf, normalizeIdentifier, settingsOf } from '../core/account.ts'
import { dailyLimit } from '../core/mail-limits.ts'
import type { Accounts } from '../core/ports.ts'
import type { AccountAddresses } from './account-addresses.ts'
import type { CatalogueKind } from './catalogue.ts'
import type { Mails } from './mails.ts'
import { type Params, writeMail } from './write-mail.ts'

export type RequestedMailDeps = {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly mails: Pick<Mails, 'write'>
  readonly addresses: Pick<AccountAddresses, 'waitFor'>
  readonly clock: Clock
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

/** Alerts that a stranger causes with a wrong password: one address gets five of a kind a day, so that they do not bury the others. */
const OF_STRANGERS = ['automatic_ip_block', 'failed_login_attempts']

/** @returns undefined where the account's address is not confirmed */
async function readerOf({ accounts }: RequestedMailDeps, userId: number) {
  const user = await accounts.byId(userId)
  return user?.emailVerifiedAt ? user : undefined
}
type Reader = NonNullable<Awaited<ReturnType<typeof readerOf>>>

async function write<K extends CatalogueKind>(
  { mails, clock, publicUrl, sendMailsSoon }: RequestedMailDeps,
  kind: K,
  { key: id, reader, path }: { readonly key: string; readonly reader: Reader; readonly path: string },
  ...params: Params<K>
): Promise<true> {
  const link = new URL(path, publicUrl).href
  await mails.write(writeMail(kind, { id, to: reader.email, language: languageOf(reader), at: clock.now(), link }, ...params))
  sendMailsSoon()
  return true
}

/** @returns whether the account gets the mail about a security alert; false for a kind whose change is mailed anyway */
export async function mailAlert(deps: RequestedMailDeps, { key, userId, alertType, params }: Input<'auth.mail_alert'>): Promise<boolean> {
  if (!isMailedAlert(alertType)) return false
  const reader = await readerOf(deps, userId)
  if (!reader || !settingsOf(reader).notificationsEnabled) return false
  const { address = '', location = '', count = '' } = params
  const kind = `alert.${alertType}` as const
  if (OF_STRANGERS.includes(alertType) && (await deps.addresses.waitFor(reader.email, kind, dailyLimit(deps.clock))) > 0) return false
  return write(deps, kind, { key, reader, path: '/security' }, { address, location, count })
}

/** @returns whether the account gets the mail about its plan. It names no price */
export async function mailPlan(deps: RequestedMailDeps, { key, userId, about, endsAt }: Input<'auth.mail_plan'>): Promise<boolean> {
  const reader = await readerOf(deps, userId)
  if (!reader) return false
  const envelope = { key, reader, path: '/subscription' }
  if (about === 'second_subscription') return write(deps, 'plan.second_subscription', envelope)
  const language = languageOf(reader) ?? 'en'
  const date = endsAt ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(endsAt)) : ''
  return write(deps, 'plan.plan_ends', envelope, { date })
}

/** notify limits how many of these a door causes. @returns whether the account gets the mail about a ring that no device has shown */
export async function mailUnseenRing(
  deps: RequestedMailDeps,
  { key, userId, activityId, many }: Input<'auth.mail_unseen_ring'>,
): Promise<boolean> {
  const reader = await readerOf(deps, userId)
  return reader ? write(deps, many ? 'ring.many' : 'ring.unseen', { key, reader, path: `/rings/${activityId}` }) : false
}

/** @returns whether the account gets a mail with the counts of what is unread */
export async function mailSummary(deps: RequestedMailDeps, { key, userId, ...unread }: Input<'auth.mail_summary'>): Promise<boolean> {
  const reader = await readerOf(deps, userId)
  return reader ? write(deps, 'general.summary', { key, reader, path: '/notifications' }, unread) : false
}

type LinkMail = Input<'auth.mail_pass'> | Input<'auth.mail_invitation'>

/** To an address that need not belong to an account: the mail contains the link and nothing else of its own. */
async function writeLink(
  { mails, clock, publicUrl, sendMailsSoon }: RequestedMailDeps,
  kind: 'general.pass' | 'general.invitation',
  { key: id, to, path, language }: LinkMail,
): Promise<void> {
  await mails.write(writeMail(kind, { id, to, language, at: clock.now(), link: new URL(path, publicUrl).href }))
  sendMailsSoon()
}

/** To the address in a visit request. Of the resident's decision the mail contains only the link. */
export const mailPass = (deps: RequestedMailDeps, mail: Input<'auth.mail_pass'>): Promise<void> => writeLink(deps, 'general.pass', mail)

/**
 * To the address that an owner has entered, which may be a stranger's: five a day, from all households together. A further one is left
 * out; its owner still has the link.
 */
export async function mailInvitation(deps: RequestedMailDeps, mail: Input<'auth.mail_invitation'>): Promise<void> {
  const kind = 'general.invitation'
  // One spelling of the address, by which its mails are counted.
  const to = normalizeIdentifier(mail.to)
  if ((await deps.addresses.waitFor(to, kind, dailyLimit(deps.clock))) > 0) return
  await writeLink(deps, kind, { ...mail, to })
}
