/** The history: filters, pages and one ring's timeline (docs/product/decisions.md, 29; docs/product/specification.md, 5). */
import type { Outcome } from '#proto/entities.ts'
import { type ActivityDetails, type ActivityTab, type ActivityType, DetailsStep, type HistoryFilter } from '#proto/history.ts'
import { endOfDay, startOfDay } from '../core/calendar.ts'
import type { Message } from '../core/chat.ts'
import type { Ring } from '../core/ring.ts'
import { presentActivity, presentMessage } from '../core/views.ts'
import type { CallRecord } from '../rings/record-call.ts'

/** The conditions of a list; an undefined one does not restrict it. */
export type HistoryQuery = {
  readonly search: string | undefined
  /** Types whose name contains the search; empty where the search ignores the type. */
  readonly searchedTypes: readonly ActivityType[]
  readonly type: ActivityType | undefined
  readonly tab: ActivityTab
  readonly outcome: Outcome | undefined
  readonly doorId: number | undefined
  /** The doors of a member, who has neither test rings nor calls of invites; undefined for the owner. */
  readonly doors: readonly number[] | undefined
  readonly since: Date | undefined
  /** Exclusive. */
  readonly until: Date | undefined
}
/** A position in the list, which is sorted by time, then by id, newest first. */
export type Cursor = { readonly at: Date; readonly id: number }
export type Page = { readonly limit: number; readonly after: Cursor | undefined; readonly now: Date }
export type TimelineEntry = { readonly kind: string; readonly by: string; readonly at: Date }

export interface History {
  /**
   * Bounds the cost of one page: a page may be short or empty and still have a `next`.
   * @returns at most `limit` rings, and the cursor of the next page
   */
  page(ownerId: number, query: HistoryQuery, page: Page): Promise<{ rings: Ring[]; next: Cursor | undefined }>
  timelineOf(activityId: number): Promise<TimelineEntry[]>
  callsOf(activityId: number): Promise<Omit<CallRecord, 'activityId' | 'callId'>[]>
}

const TYPES: readonly ActivityType[] = ['doorbell_ring', 'message', 'video_call', 'audio_call', 'notification']

/** docs/product/specification.md, 5: a case-insensitive substring, also of the type's readable form ("doorbell ring"). */
export function matchTypes(search: string): ActivityType[] {
  const needle = search.normalize('NFKC').toLowerCase()
  return TYPES.filter((type) => type.includes(needle) || type.replaceAll('_', ' ').includes(needle))
}

export const DEFAULT_TIME_ZONE = 'UTC'

export function historyQuery(filter: HistoryFilter): HistoryQuery {
  const { timeZone = DEFAULT_TIME_ZONE } = filter
  const search = filter.search || undefined
  return {
    search,
    searchedTypes: search && filter.searchIn !== 'visitor' ? matchTypes(search) : [],
    type: filter.type,
    tab: filter.tab ?? 'all',
    outcome: filter.outcome,
    doorId: filter.door,
    doors: undefined,
    since: filter.from ? startOfDay(filter.from, timeZone) : undefined,
    until: filter.to ? endOfDay(filter.to, timeZone) : undefined,
  }
}

/** @returns the later of the two; undefined without either */
export const latest = (asked: Date | undefined, least: Date | undefined) => (asked && (!least || asked > least) ? asked : least)

export const cursorOf = (ring: Ring): Cursor => ({ at: ring.timestamp, id: ring.id })

type DetailRows = {
  readonly timeline: readonly TimelineEntry[]
  readonly messages: readonly Message[]
  readonly calls: readonly Omit<CallRecord, 'activityId' | 'callId'>[]
}

/** A session id never leaves the service: a step names the device that answered. */
export function presentActivityDetails(ring: Ring, { timeline, messages, calls }: DetailRows, now: Date, userId: number): ActivityDetails {
  const deviceOf = (entry: TimelineEntry) => (entry.by && entry.by === ring.answeredSession ? ring.answeredBy : null)
  const timelineSteps = timeline.flatMap((entry) => {
    // Skips entries that are no steps of the details.
    const kind = DetailsStep.shape.kind.safeParse(entry.kind).data
    return kind ? [{ kind, at: entry.at, by: deviceOf(entry) }] : []
  })
  const step = (kind: DetailsStep['kind'], at: Date | null) => (at ? [{ kind, at, by: null }] : [])
  const called = calls.flatMap(({ startedAt, connectedAt, endedAt }) => [
    ...step('call_started', startedAt),
    ...step('call_connected', connectedAt),
    ...step('call_ended', endedAt),
  ])
  // The entry `accepted` is written shortly after the ring: until then it is made from the ring.
  const first = timelineSteps.some(({ kind }) => kind === 'accepted') ? [] : step('accepted', ring.timestamp)
  const iso = (date: Date | null) => date?.toISOString() ?? null
  const activity = presentActivity(ring, now, userId)
  return {
    activity,
    steps: [...first, ...timelineSteps, ...called]
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .flatMap((one) => [one, ...(one.kind === 'accepted' && activity.quiet && !activity.silenced ? step('quiet', one.at) : [])])
      .map(({ kind, at, by }) => ({ kind, at: at.toISOString(), by })),
    messages: messages.map(presentMessage),
    calls: calls.map(({ kind, startedAt, connectedAt, endedAt, seconds }) => ({
      kind,
      startedAt: startedAt.toISOString(),
      connectedAt: iso(connectedAt),
      endedAt: iso(endedAt),
      seconds,
    })),
  }
}
