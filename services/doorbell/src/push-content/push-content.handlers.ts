import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { History } from '../history/history.ts'
import { type EventContentDeps, loadEventContent } from './event-content.ts'
import { loadPushContent, loadPushPreferences, loadRingReach } from './push-content.ts'
import { loadPushNotice } from './push-notice.ts'

type Names = 'delivery_times' | 'event_content' | 'push_content' | 'push_notice' | 'push_preferences' | 'ring_reach'
type Deps = Parameters<typeof loadPushNotice>[0] &
  EventContentDeps & {
    readonly history: Pick<History, 'timelineOf'>
    /** When an open page first reported each ring; rings without a report are left out. */
    readonly deliveryTimes: (ids: readonly number[]) => Promise<readonly { readonly activityId: number; readonly at: Date }[]>
  }

export const pushContentHandlers = (deps: Deps): SomeHandlersOf<'doorbell', Names> => ({
  delivery_times: async ({ input }) => ({
    rings: (await deps.deliveryTimes(input.activityIds)).map(({ activityId, at }) => ({ activityId, at: at.toISOString() })),
  }),
  event_content: ({ input }) => loadEventContent(deps, input),
  push_notice: ({ input }) => loadPushNotice(deps, input),
  push_content: ({ input }) => loadPushContent(deps, input),
  push_preferences: ({ input }) => loadPushPreferences(deps, input.userId),
  ring_reach: ({ input }) => loadRingReach(deps, input.activityId),
})
