/** Security alerts (docs/product/specification.md, 3): raised by events, read by their owner, delivered to open pages and by mail. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { ALERT_MESSAGES, alertMessage, isMailedAlert, type MailedAlert } from '#proto/alert-kinds.ts'
import { DAY_MS } from '#proto/durations.ts'
import { type AlertType, SecurityAlert } from '#proto/entities.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Page } from '../core/page.ts'

export type NewAlert = {
  readonly userId: number
  /** The event that raised it: it is stored once per event, type and account. */
  readonly eventId: string
  readonly alertType: AlertType
  readonly params: SecurityAlert['params']
  readonly ipAddress: string | null
  readonly timestamp: Date
}
export type StoredAlert = Omit<NewAlert, 'eventId'> & { readonly id: number; readonly isRead: boolean }
export type DueAlert = StoredAlert & { readonly mailKey: string }

export interface Alerts {
  /** @returns false when it was stored already */
  raise(alert: NewAlert): Promise<boolean>
  /** Newest first. @param before ids below this one */
  ofUser(userId: number, page: Page): Promise<StoredAlert[]>
  unread(userId: number): Promise<number>
  /** @returns false for another account's alert */
  read(userId: number, id: number): Promise<boolean>
  readAll(userId: number): Promise<void>
  /** Claims alerts to deliver until `leasedUntil`: after that another copy, or this one after a crash, may claim them again. */
  claim(due: { readonly now: Date; readonly leasedUntil: Date; readonly raisedSince: Date; readonly limit: number }): Promise<DueAlert[]>
  delivered(id: number): Promise<void>
}

export interface AuthClient {
  /** Whether the account wants to be alerted immediately; undefined when it is deleted. */
  wantsAlerts(userId: number): Promise<boolean | undefined>
  /** Mails the alert once per key, if the account has a confirmed address. */
  mailAlert(key: string, userId: number, alertType: MailedAlert, params: SecurityAlert['params']): Promise<void>
}

export interface NotifyClient {
  /** Pushes to the account's devices that there is an alert, once per key. */
  pushAlert(key: string, userId: number): Promise<void>
}

/** Frames to the account's open pages; publishing does not wait for a reply. */
export interface LiveUpdates {
  alert(userId: number, alert: SecurityAlert, unread: number): void
  /** The pages read their alerts again, without showing one. */
  alertsChanged(userId: number): void
}

/** Longer than the requests to auth may take. */
const LEASE = 30_000
const BATCH = 20
/** An older alert is listed, but no longer shown as it arrives. */
const DELIVERED_WITHIN = 3 * DAY_MS

export const presentAlert = (stored: StoredAlert): SecurityAlert =>
  SecurityAlert.parse({ ...stored, message: alertMessage(ALERT_MESSAGES, stored), timestamp: stored.timestamp.toISOString() })

type Change = EventEnvelope<'auth.password_changed'> | EventEnvelope<'auth.email_changed'> | EventEnvelope<'auth.factor_changed'>
type RaiseDeps = {
  readonly alerts: Alerts
  readonly deliverAlertsSoon: () => void
  readonly isDeleted: (userId: number) => Promise<boolean>
}

/** A change of an account's factors or address alerts its owner: once per event, however often it arrives. */
export async function raiseChange(deps: RaiseDeps, alertType: AlertType, { id, at, data }: Change): Promise<void> {
  if (await deps.isDeleted(data.userId)) return
  const alert = { userId: data.userId, eventId: id, alertType, params: paramsOf(data), ipAddress: data.address, timestamp: new Date(at) }
  if (await deps.alerts.raise(alert)) deps.deliverAlertsSoon()
}

const paramsOf = (data: Change['data']): Record<string, string> =>
  'passkeyName' in data && data.passkeyName !== undefined ? { passkey: data.passkeyName } : {}

type DeliverDeps = {
  readonly alerts: Alerts
  readonly auth: AuthClient
  readonly notify: NotifyClient
  readonly live: LiveUpdates
  readonly clock: Clock
  readonly log: Log
}

/** Mails and publishes new alerts as their owners want. One that fails is tried again after its lease. */
export async function deliverAlerts(deps: DeliverDeps): Promise<void> {
  const { alerts, clock, log } = deps
  for (;;) {
    const due = await alerts.claim({
      now: clock.now(),
      leasedUntil: clock.in(LEASE),
      raisedSince: clock.in(-DELIVERED_WITHIN),
      limit: BATCH,
    })
    if (!due.length) return
    for (const alert of due)
      await deliver(deps, alert).catch((err: unknown) => log.warn({ err, alertId: alert.id }, 'alert delivery failed, will retry'))
  }
}

/** With security notifications off the alert is neither mailed nor shown as it arrives; it is only in the list. */
async function deliver({ alerts, auth, live, notify }: DeliverDeps, { mailKey, ...alert }: DueAlert): Promise<void> {
  const { id, userId, alertType, params, ipAddress } = alert
  const wanted = await auth.wantsAlerts(userId)
  if (wanted && isMailedAlert(alertType)) await auth.mailAlert(mailKey, userId, alertType, { ...params, address: ipAddress ?? '' })
  // A new device is also a stored notification, which is pushed.
  if (wanted && alertType !== 'new_device_login') await notify.pushAlert(mailKey, userId)
  if (wanted) live.alert(userId, presentAlert(alert), await alerts.unread(userId))
  else if (wanted === false) live.alertsChanged(userId)
  await alerts.delivered(id)
}
