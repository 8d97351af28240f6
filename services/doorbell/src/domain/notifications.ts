/**
 * Stored notifications (spec section 3): one per ring, one per message of a visitor, one per request for a visit, and what the house itself
 * has to say. What is switched off is listed all the same; the switches decide what makes itself known.
 */
import type { Notification } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import type { Alert, Channel, PreferenceEvent } from '#proto/preferences.ts'
import type { Clock, Live } from './ports.ts'
import { alertsAmong, type PreferenceBook, reached, type Standing } from './preferences.ts'
import type { StoredNotification } from './stored-notification.ts'

type Kind = StoredNotification['kind']

/** What stands before and after a name. */
export const TITLES = {
  ring: ['', ' rang your doorbell'],
  missed: ['You missed ', ''],
  left: ['', ' rang and left'],
  message: ['Message from ', ''],
  visit: ['', ' asks for a visit'],
} as const satisfies Partial<Record<Kind, readonly [string, string]>>

export const titled = (kind: keyof typeof TITLES, name: string) => `${TITLES[kind][0]}${name}${TITLES[kind][1]}`

export type NewNotification = {
  readonly ownerId: number
  readonly type: StoredNotification['type']
  readonly kind: Kind
  readonly title: string
  readonly message: string
  readonly name: string | null
  readonly timestamp: Date
  readonly activityId: number | null
  readonly visitRequestId: number | null
  /** Something other than a ring waits for an answer. */
  readonly open: boolean
  /** A uuid that makes it once only, where its cause may be told twice. */
  readonly key: string | null
  readonly toMail: boolean
}

export type NotificationFilter = {
  readonly type?: StoredNotification['type'] | undefined
  readonly unread?: boolean | undefined
  readonly search?: string | undefined
}
export type Waiting = { readonly missed: number; readonly messages: number; readonly visits: number; readonly system: number }
export type Summary = Waiting & { readonly ownerId: number; readonly newest: number }

/** A notification shows the beginning of a long message: a full page of them must travel in one NATS message (1 MiB). */
export const preview = (text: string) =>
  text.length <= FIELD.notification ? text : `${text.slice(0, FIELD.notification - 1).toWellFormed()}…`

export interface Notifications {
  /** Newest first. @param before ids below this one */
  ofOwner(
    ownerId: number,
    page: NotificationFilter & { limit: number; before: number | undefined; now: Date },
  ): Promise<StoredNotification[]>
  unread(ownerIds: readonly number[], now: Date): Promise<Map<number, number>>
  /** @returns undefined for what is not theirs */
  read(ownerId: number, id: number, at: Date): Promise<StoredNotification | undefined>
  /** @returns how many were unread */
  readAll(ownerId: number, at: Date): Promise<number>
  undoReadAll(ownerId: number, at: Date): Promise<number>
  /** Lives as long as the owner's plan says. @returns undefined for a key that is known */
  write(notification: NewNotification): Promise<StoredNotification | undefined>
  /** A ring was answered, dismissed or marked: whoever did so knows of it. A cancelled one says that its visitor has left. */
  ringSettled(activityId: number, cancelled: boolean, at: Date): Promise<boolean>
  /** @returns whether any was unread */
  chatRead(activityId: number, at: Date): Promise<boolean>
  visitSettled(ownerId: number, visitRequestId: number, at: Date): Promise<boolean>
  /** The rings' own, as misses. */
  missed(rings: readonly { readonly activityId: number; readonly toMail: boolean }[]): Promise<StoredNotification[]>
  /** Takes the owners whose summary is due: something waits unread since before `waitingSince`, and the last mail is older than `mailedBefore`. */
  takeDueSummaries(due: { waitingSince: Date; mailedBefore: Date; now: Date }): Promise<Summary[]>
  /** @param mailedAt null where it did not go out: it is tried again */
  summarised(summary: Summary, mailed: boolean, tryAfter: Date): Promise<void>
}

export type NoticeDeps = {
  readonly notifications: Notifications
  readonly preferences: Pick<PreferenceBook, 'standing'>
  readonly live: Live
  readonly clock: Clock
  /** Work that nobody waits for; its failure is logged. */
  readonly aside: (work: Promise<unknown>) => void
}

export function presentNotification({ ownerId: _, timestamp, ...shown }: StoredNotification): Notification {
  return { ...shown, timestamp: timestamp.toISOString() }
}

/** Tells pages the count, and what came new. Only wakes: what a page misses it finds when it registers or asks. */
export async function tellUnread(
  { notifications, live, clock }: Pick<NoticeDeps, 'notifications' | 'live' | 'clock'>,
  ownerIds: readonly number[],
  added: ReadonlyMap<number, { readonly notice: StoredNotification; readonly alerts: Alert[] }> = new Map(),
): Promise<void> {
  const counts = await notifications.unread(ownerIds, clock.now())
  for (const ownerId of new Set(ownerIds)) {
    const fresh = added.get(ownerId)
    live.toOwner(ownerId, {
      type: 'notifications_changed',
      unread: counts.get(ownerId) ?? 0,
      ...(fresh ? { added: { notification: presentNotification(fresh.notice), alerts: fresh.alerts } } : {}),
    })
  }
}

/** What an event would reach now. */
export async function reach(
  { preferences, clock }: Pick<NoticeDeps, 'preferences' | 'clock'>,
  ownerId: number,
  event: PreferenceEvent,
  delivery = false,
) {
  return reached(await preferences.standing(ownerId, clock.now()), event, delivery)
}

export const tellNew = (deps: NoticeDeps, notice: StoredNotification, channels: readonly Channel[]) =>
  tellUnread(deps, [notice.ownerId], new Map([[notice.ownerId, { notice, alerts: alertsAmong(channels) }]]))

/** Writes what the house or a request has to say, and tells it. Repeated with the same key, it changes nothing. */
export async function notify(
  deps: NoticeDeps,
  event: Extract<PreferenceEvent, 'visit' | 'system'>,
  notice: Pick<NewNotification, 'ownerId' | 'kind' | 'name' | 'title' | 'message'> & Partial<NewNotification>,
): Promise<void> {
  const channels = await reach(deps, notice.ownerId, event)
  const written = await deps.notifications.write({
    type: event === 'visit' ? 'doorbell' : 'system',
    timestamp: deps.clock.now(),
    activityId: null,
    visitRequestId: null,
    open: false,
    key: null,
    toMail: channels.includes('email'),
    ...notice,
  })
  if (written) await tellNew(deps, written, channels)
}

export type VisitRequest = {
  readonly ownerId: number
  readonly visitRequestId: number
  readonly name: string
  readonly message: string
  /** Told again with the same, it is one notification. */
  readonly key?: string | null
}

/** Somebody asks for a visit (decision 31): stays `actionRequired` until `visitDecided`. */
export const visitRequested = (deps: NoticeDeps, { ownerId, visitRequestId, name, message, key = null }: VisitRequest) =>
  notify(deps, 'visit', { ownerId, visitRequestId, key, kind: 'visit', name, message, title: titled('visit', name), open: true })

export async function visitDecided(deps: NoticeDeps, ownerId: number, visitRequestId: number): Promise<void> {
  if (await deps.notifications.visitSettled(ownerId, visitRequestId, deps.clock.now())) await tellUnread(deps, [ownerId])
}

/** Aside of the answer, the dismissal or the Cancel that settled it. */
export function ringSettled(
  deps: NoticeDeps,
  ring: { readonly id: number; readonly ownerId: number; readonly outcome: string | null },
): void {
  const settle = async () => {
    if (await deps.notifications.ringSettled(ring.id, ring.outcome === 'cancelled', deps.clock.now()))
      await tellUnread(deps, [ring.ownerId])
  }
  deps.aside(settle())
}

/** The visitor's words have been on a screen of the resident's, or were answered. */
export function chatRead(deps: NoticeDeps, ring: { readonly id: number; readonly ownerId: number }): void {
  const read = async () => {
    if (await deps.notifications.chatRead(ring.id, deps.clock.now())) await tellUnread(deps, [ring.ownerId])
  }
  deps.aside(read())
}

type MissedRing = { readonly id: number; readonly ownerId: number; readonly purpose: string | null }

/**
 * Their notifications turn from rings into misses, and go into the next summary where that is wished. A batch is one change and one count,
 * whatever its size: rings keep coming in meanwhile.
 */
export async function tellMissed(deps: NoticeDeps, missed: readonly MissedRing[]): Promise<void> {
  // In one order everywhere: two rounds that meet at the same rows then wait for one another, and never both.
  const rings = missed.toSorted((a, b) => a.id - b.id)
  const channels = new Map<number, readonly Channel[]>()
  const standings = new Map<number, Standing>()
  for (const { id, ownerId, purpose } of rings) {
    const standing = standings.get(ownerId) ?? (await deps.preferences.standing(ownerId, deps.clock.now()))
    standings.set(ownerId, standing)
    channels.set(id, reached(standing, 'missed', purpose === 'delivery'))
  }
  const of = (activityId: number | null) => channels.get(activityId ?? 0) ?? []
  const notices = await deps.notifications.missed(rings.map(({ id }) => ({ activityId: id, toMail: of(id).includes('email') })))
  // A frame shows one notice: of several for the same resident each has its own.
  for (let rest = notices; rest.length; ) {
    const first = new Map(rest.toReversed().map((notice) => [notice.ownerId, { notice, alerts: alertsAmong(of(notice.activityId)) }]))
    await tellUnread(deps, [...first.keys()], first)
    rest = rest.filter((notice) => first.get(notice.ownerId)?.notice !== notice)
  }
}
