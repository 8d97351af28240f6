import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { ringTimeline, type TimelineDeps } from './ring-timeline.ts'

export const timelineHandlers = (deps: TimelineDeps): SomeHandlersOf<'notify', 'ring_timeline'> => ({
  ring_timeline: ({ input, caller }) => ringTimeline(deps, residentOf(caller).userId, input.id),
})
