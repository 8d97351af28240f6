/** Looking back: filters, pages and one ring's story (decision 29, spec section 5). */
import type { Outcome } from '#proto/entities.ts'
import { type ActivityStory, type ActivityTab, type ActivityType, type HistoryFilter, StoryStep } from '#proto/history.ts'
import { endOfDay, startOfDay } from './calendar.ts'
import type { Message } from './chat.ts'
import type { CallRecord } from './record-call.ts'
import type { Ring } from './ring.ts'
import { presentActivity, presentMessage } from './views.ts'

/** What a list shows; what is undefined does not restrict it. */
export type Looking = {
  readonly search: string | undefined
  /** Types whose name holds the searched words; empty where the type is not looked at. */
  readonly searchedTypes: readonly ActivityType[]
  readonly type: ActivityType | undefined
  readonly tab: ActivityTab
  readonly outcome: Outcome | undefined
  readonly doorId: number | undefined
  readonly since: Date | undefined
  /** Not itself. */
  readonly until: Date | undefined
}
/** A place in the list: newest first by time, then by number. */
export type Place = { readonly at: Date; readonly id: number }
export type Page = { readonly limit: number; readonly after: Place | undefined; readonly now: Date }
export type Mark = { readonly kind: string; readonly by: string; readonly at: Date }

export interface History {
  /**
   * What costs too much for one page is left to the next: a page may be short or empty and still have a `next`.
   * @returns at most `limit` rings, and where to go on
   */
  page(ownerId: number, looking: Looking, page: Page): Promise<{ rings: Ring[]; next: Place | undefined }>
  marksOf(activityId: number): Promise<Mark[]>
  callsOf(activityId: number): Promise<Omit<CallRecord, 'activityId' | 'callId'>[]>
}

const TYPES: readonly ActivityType[] = ['doorbell_ring', 'message', 'video_call', 'audio_call', 'notification']

/** Spec section 5: a case-insensitive substring; the type is found as people read it too ("doorbell ring"). */
export function typesNamed(search: string): ActivityType[] {
  const words = search.toLowerCase()
  return TYPES.filter((type) => type.includes(words) || type.replaceAll('_', ' ').includes(words))
}

export const ZONE = 'UTC'

export function lookingAt(filter: HistoryFilter): Looking {
  const { timeZone = ZONE } = filter
  const search = filter.search || undefined
  return {
    search,
    searchedTypes: search && filter.searchIn !== 'visitor' ? typesNamed(search) : [],
    type: filter.type,
    tab: filter.tab ?? 'all',
    outcome: filter.outcome,
    doorId: filter.door,
    since: filter.from ? startOfDay(filter.from, timeZone) : undefined,
    until: filter.to ? endOfDay(filter.to, timeZone) : undefined,
  }
}

export const placeOf = (ring: Ring): Place => ({ at: ring.timestamp, id: ring.id })

type Told = {
  readonly marks: readonly Mark[]
  readonly messages: readonly Message[]
  readonly calls: readonly Omit<CallRecord, 'activityId' | 'callId'>[]
}

/** Session ids stay in the house: a step names the device that answered, in words. */
export function tellStory(ring: Ring, { marks, messages, calls }: Told, now: Date): ActivityStory {
  const device = (mark: Mark) => (mark.by && mark.by === ring.answeredSession ? ring.answeredBy : null)
  const marked = marks.flatMap((mark) => {
    // Marks that are no steps of the story (its visitor away, a copy's own) are left out.
    const kind = StoryStep.shape.kind.safeParse(mark.kind).data
    return kind ? [{ kind, at: mark.at, by: device(mark) }] : []
  })
  const step = (kind: StoryStep['kind'], at: Date | null) => (at ? [{ kind, at, by: null }] : [])
  const called = calls.flatMap(({ startedAt, connectedAt, endedAt }) => [
    ...step('call_started', startedAt),
    ...step('call_connected', connectedAt),
    ...step('call_ended', endedAt),
  ])
  // The follow-up writes `accepted` a moment after the ring: a story never begins without it.
  const first = marked.some(({ kind }) => kind === 'accepted') ? [] : step('accepted', ring.timestamp)
  const iso = (date: Date | null) => date?.toISOString() ?? null
  return {
    activity: presentActivity(ring, now),
    steps: [...first, ...marked, ...called]
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .flatMap((told) => [told, ...(told.kind === 'accepted' && ring.quiet ? step('quiet', told.at) : [])])
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
