/**
 * Stored notifications (docs/product/specification.md, 3): one per ring, per message of a visitor, per visit request, and the system's own.
 * The preferences decide which channels alert; every notification is listed.
 */
import type { Clock } from '#kit/clock.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { UnreadCounts } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import type { Notification } from '#proto/notification.ts'
import { makeSentence, NOTIFICATION_MESSAGES, NOTIFICATION_TITLES, type NotificationContent } from '#proto/notification-kinds.ts'
import type { Alert, Channel, PreferenceEvent } from '#proto/preferences.ts'
import type { LiveUpdates } from '../core/live-updates.ts'
import { accountsOf, type Ring } from '../core/ring.ts'
import { activeChannels, alertsAmong, type PreferenceSnapshot, type PreferenceStore } from './preferences.ts'
import type { StoredNotification } from './stored-notification.ts'

export type NewNotification = NotificationContent & {
  readonly ownerId: number
  readonly type: StoredNotification['type']
  /** The visitor's text; empty for a kind whose message is a sentence. */
  readonly message: string
  readonly timestamp: Date
  readonly activityId: number | null
  readonly visitRequestId: number | null
  /** Something other than a ring requires an answer. */
  readonly open: boolean
  /** A UUID that makes the write idempotent, where the cause may be delivered twice. */
  readonly key: string | null
  readonly toMail: boolean
}

export type NotificationFilter = {
  readonly type?: StoredNotification['type'] | undefined
  readonly unread?: boolean | undefined
  readonly search?: string | undefined
  /** These kinds match the search whatever they store; without this list the English titles are compared with it. */
  readonly kinds?: readonly string[] | undefined
}
export type Summary = UnreadCounts & { readonly ownerId: number; readonly newest: number }

/** A notification holds the beginning of a long message: a full page must fit one NATS message (1 MiB). */
export const truncateMessage = (text: string) =>
  text.length <= FIELD.notification ? text : `${text.slice(0, FIELD.notification - 1).toWellFormed()}…`

export interface Notifications {
  /** Newest first. @param before ids below this one */
  ofOwner(
    ownerId: number,
    page: NotificationFilter & { limit: number; before: number | undefined; now: Date },
  ): Promise<StoredNotification[]>
  unread(ownerIds: readonly number[], now: Date): Promise<Map<number, number>>
  /** @returns undefined for another owner's notification */
  read(ownerId: number, id: number, at: Date): Promise<StoredNotification | undefined>
  /** @returns how many were unread */
  readAll(ownerId: number, at: Date): Promise<number>
  undoReadAll(ownerId: number, at: Date): Promise<number>
  find(id: number): Promise<StoredNotification | undefined>
  /** With its event. Expires by the owner's plan. @returns undefined for a known key */
  write(notification: NewNotification, eventId: string): Promise<StoredNotification | undefined>
  /** Marks every notification of an answered, dismissed or marked ring as read; that of a cancelled one says that its visitor has left. */
  settleRing(activityId: number, isHandled: boolean, at: Date): Promise<boolean>
  /** @returns whether any was unread */
  markChatRead(activityId: number, ownerIds: readonly number[], at: Date): Promise<boolean>
  settleVisit(ownerId: number, visitRequestId: number, at: Date): Promise<boolean>
  /** Turns the rings' notifications into misses. */
  markMissed(
    rings: readonly { readonly activityId: number; readonly ownerId: number; readonly toMail: boolean }[],
  ): Promise<StoredNotification[]>
  /** Claims the owners whose summary is due: unread since before `waitingSince`, and no mail since `mailedBefore`. */
  takeDueSummaries(due: { waitingSince: Date; mailedBefore: Date; now: Date }): Promise<Summary[]>
  /** @param mailed false: it is tried again after `tryAfter` */
  completeSummary(summary: Summary, mailed: boolean, tryAfter: Date): Promise<void>
}

/** The dependencies of every use case that notifies; each takes those that it uses. */
export type NotificationDeps = {
  readonly notifications: Notifications
  readonly preferences: Pick<PreferenceStore, 'snapshot'>
  readonly live: LiveUpdates
  readonly clock: Clock
  readonly outbox: Outbox
  /** Runs work that no caller awaits. @param task named in the log when the work fails */
  readonly runInBackground: (task: string, work: Promise<unknown>) => void
}
type UnreadDeps = Pick<NotificationDeps, 'notifications' | 'live' | 'clock'>
type BackgroundDeps = UnreadDeps & Pick<NotificationDeps, 'runInBackground'>

export function presentNotification({ ownerId: _, timestamp, ...shown }: StoredNotification): Notification {
  const { name, device, tier } = shown.params
  return {
    ...shown,
    title: makeSentence(NOTIFICATION_TITLES, shown) ?? '',
    message: makeSentence(NOTIFICATION_MESSAGES, shown) ?? shown.message,
    name: name ?? device ?? tier ?? null,
    timestamp: timestamp.toISOString(),
  }
}

/** Publishes the unread count and new notifications. A page that misses the frame reads both when it registers or polls. */
export async function publishUnreadCount(
  { notifications, live, clock }: UnreadDeps,
  ownerIds: readonly number[],
  added: ReadonlyMap<number, { readonly notification: StoredNotification; readonly alerts: Alert[] }> = new Map(),
): Promise<void> {
  const counts = await notifications.unread(ownerIds, clock.now())
  for (const ownerId of new Set(ownerIds)) {
    const fresh = added.get(ownerId)
    live.toOwner(ownerId, {
      type: 'notifications_changed',
      unread: counts.get(ownerId) ?? 0,
      ...(fresh ? { added: { notification: presentNotification(fresh.notification), alerts: fresh.alerts } } : {}),
    })
  }
}

/** The channels that an event would reach now. */
export async function findChannels(
  { preferences, clock }: Pick<NotificationDeps, 'preferences' | 'clock'>,
  ownerId: number,
  event: PreferenceEvent,
  delivery = false,
) {
  return activeChannels(await preferences.snapshot(ownerId, clock.now()), event, delivery)
}

/** The same for several accounts. */
export async function findChannelsOf(
  deps: Pick<NotificationDeps, 'preferences' | 'clock'>,
  accounts: readonly number[],
  event: PreferenceEvent,
): Promise<Map<number, readonly Channel[]>> {
  const found = await Promise.all(accounts.map((account) => findChannels(deps, account, event)))
  return new Map(accounts.map((account, index) => [account, found[index] ?? []]))
}

export const publishNotification = (deps: UnreadDeps, notification: StoredNotification, channels: readonly Channel[]) =>
  publishUnreadCount(deps, [notification.ownerId], new Map([[notification.ownerId, { notification, alerts: alertsAmong(channels) }]]))

/** Writes and publishes a notification of the system or of a visit request. Idempotent by key. */
export async function notify(
  deps: NotificationDeps,
  event: Extract<PreferenceEvent, 'visit' | 'system'>,
  notification: NotificationContent & Pick<NewNotification, 'ownerId'> & Partial<Omit<NewNotification, 'kind' | 'params'>>,
): Promise<void> {
  const { ownerId } = notification
  const channels = await findChannels(deps, ownerId, event)
  const added = deps.outbox.row('doorbell.notification_added', { notificationId: 0, ownerId })
  const fields: NewNotification = {
    type: event === 'visit' ? 'doorbell' : 'system',
    message: '',
    timestamp: deps.clock.now(),
    activityId: null,
    visitRequestId: null,
    open: false,
    key: null,
    toMail: channels.includes('email'),
    ...notification,
  }
  const written = await deps.notifications.write(fields, added.id)
  if (!written) return
  deps.outbox.soon({ ...added, data: { notificationId: written.id, ownerId } })
  await publishNotification(deps, written, channels)
}

export type VisitRequestNotification = {
  readonly ownerId: number
  readonly visitRequestId: number
  readonly name: string
  readonly message: string
  /** The same key writes only one notification. */
  readonly key?: string | null
}

/** A visit request (docs/product/decisions.md, 31) stays `actionRequired` until `settleVisitNotification`. */
export const notifyVisitRequested = (
  deps: NotificationDeps,
  { ownerId, visitRequestId, name, message, key = null }: VisitRequestNotification,
) => notify(deps, 'visit', { ownerId, visitRequestId, key, kind: 'visit', params: { name }, message, open: true })

export async function settleVisitNotification(deps: UnreadDeps, ownerId: number, visitRequestId: number): Promise<void> {
  if (await deps.notifications.settleVisit(ownerId, visitRequestId, deps.clock.now())) await publishUnreadCount(deps, [ownerId])
}

/** Runs in the background of the answer, dismissal, Cancel or Mark as Handled. */
export function settleRingNotification(deps: BackgroundDeps, ring: Ring): void {
  const settle = async () => {
    if (await deps.notifications.settleRing(ring.id, ring.isHandled, deps.clock.now())) await publishUnreadCount(deps, accountsOf(ring))
  }
  deps.runInBackground('settle ring notification', settle())
}

/** A resident has seen the visitor's messages, or answered them for all accounts. */
export function markChatNotificationsRead(deps: BackgroundDeps, ring: { readonly id: number }, accounts: readonly number[]): void {
  const read = async () => {
    if (await deps.notifications.markChatRead(ring.id, accounts, deps.clock.now())) await publishUnreadCount(deps, accounts)
  }
  deps.runInBackground('mark chat notifications read', read())
}

/** A missed ring, for one of its accounts. */
type MissedRing = { readonly id: number; readonly ownerId: number; readonly purpose: string | null }

/** A missed ring for each account that has it. */
export const missedFor = (ring: Ring): MissedRing[] => accountsOf(ring).map((ownerId) => ({ id: ring.id, ownerId, purpose: ring.purpose }))

/**
 * Turns the notifications of rings into misses and adds them to the next summary where the owner wants mail. A batch is one statement and
 * one count, whatever its size.
 */
export async function notifyMissed(deps: UnreadDeps & Pick<NotificationDeps, 'preferences'>, missed: readonly MissedRing[]): Promise<void> {
  // All copies lock rows in this order: two jobs that update the same rows cannot deadlock.
  const rings = missed.toSorted((a, b) => a.id - b.id || a.ownerId - b.ownerId)
  const channels = new Map<string, readonly Channel[]>()
  const snapshots = new Map<number, PreferenceSnapshot>()
  const keyOf = (activityId: number | null, ownerId: number) => `${activityId ?? 0} ${ownerId}`
  for (const { id, ownerId, purpose } of rings) {
    const snapshot = snapshots.get(ownerId) ?? (await deps.preferences.snapshot(ownerId, deps.clock.now()))
    snapshots.set(ownerId, snapshot)
    channels.set(keyOf(id, ownerId), activeChannels(snapshot, 'missed', purpose === 'delivery'))
  }
  const of = (activityId: number | null, ownerId: number) => channels.get(keyOf(activityId, ownerId)) ?? []
  const missedNotifications = await deps.notifications.markMissed(
    rings.map(({ id, ownerId }) => ({ activityId: id, ownerId, toMail: of(id, ownerId).includes('email') })),
  )
  // A frame contains one notification: several for one resident need several frames.
  for (let rest = missedNotifications; rest.length; ) {
    const first = new Map(
      rest
        .toReversed()
        .map((notification) => [
          notification.ownerId,
          { notification, alerts: alertsAmong(of(notification.activityId, notification.ownerId)) },
        ]),
    )
    await publishUnreadCount(deps, [...first.keys()], first)
    rest = rest.filter((notification) => first.get(notification.ownerId)?.notification !== notification)
  }
}
