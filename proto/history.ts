/** The resident's history: its filters, and one ring's timeline (docs/product/decisions.md, 29; docs/product/specification.md, 2, 5). */
import { z } from 'zod'
import { Activity, CallKind, ChatMessage, Id, IsoTime, Outcome } from './entities.ts'
import { Day, searchText, TimeZone } from './fields.ts'
import { issue } from './issues.ts'
import { RecordingStep } from './recording.ts'

export const ActivityType = Activity.shape.activityType
export type ActivityType = z.infer<typeof ActivityType>

/** The tabs of the activity log: All Activities, Doorbell, Messages, Notifications. */
export const ActivityTab = z.enum(['all', 'doorbell', 'messages', 'notifications'])
export type ActivityTab = z.infer<typeof ActivityTab>

/**
 * All filters are optional and combine with AND. A ring stays `doorbell_ring`: `type` and `tab` also consider its outcome and chat
 * (docs/product/interface.md, HTTP). `searchIn: visitor` searches name and message, as the visitor history does; the activity log also
 * searches the type (docs/product/specification.md, 5).
 */
export const historyFilter = {
  search: searchText.optional(),
  searchIn: z.enum(['all', 'visitor']).optional(),
  type: ActivityType.optional(),
  outcome: Outcome.optional(),
  door: Id.optional(),
  /** A membership: the history of somebody else's household, from when the caller joined (record 0084). */
  home: Id.optional(),
  tab: ActivityTab.optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** The time zone of `from`, `to` and the times in an export; default UTC. */
  timeZone: TimeZone.optional(),
} as const
const HistoryFilter = z.object(historyFilter)
export type HistoryFilter = z.output<typeof HistoryFilter>

export const ExportFormat = z.enum(['csv', 'json'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** The issue of filters whose days are not `inOrder`. */
export const DAYS_ORDER = { message: issue('days_order'), path: ['to'] }
export const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to

/** A timeline entry of a ring. */
export const DetailsStep = z.object({
  /** `delivered` once per device; `dismissed` and the answers name the device; includes the ring's calls and recordings. */
  kind: z.enum([
    'accepted',
    /** No modal and no sound: do not disturb, quiet hours, or switched off. */
    'quiet',
    'delivered',
    'seen',
    'answered_video',
    'answered_audio',
    'answered_message',
    'dismissed',
    'missed',
    'cancelled',
    'handled',
    'call_started',
    'call_connected',
    'call_ended',
    ...RecordingStep.options,
  ]),
  at: IsoTime,
  /** The display name of the device, if known. */
  by: z.string().nullable(),
})
export type DetailsStep = z.infer<typeof DetailsStep>

export const StoryCall = z.object({
  kind: CallKind,
  startedAt: IsoTime,
  connectedAt: IsoTime.nullable(),
  endedAt: IsoTime.nullable(),
  seconds: z.int().nullable(),
})
export type StoryCall = z.infer<typeof StoryCall>

export const ActivityDetails = z.object({
  activity: Activity,
  /** Oldest first. */
  steps: z.array(DetailsStep),
  messages: z.array(ChatMessage),
  calls: z.array(StoryCall),
})
export type ActivityDetails = z.infer<typeof ActivityDetails>
