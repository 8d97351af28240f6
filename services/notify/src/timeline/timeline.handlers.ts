import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { ringTimeline } from './ring-timeline.ts'

export const timelineHandlers = (deps: Parameters<typeof ringTimeline>[0]): SomeHandlersOf<'notify', 'ring_timeline'> => ({
  ring_timeline: ({ input, caller }) => ringTimeline(deps, residentOf(caller).userId, input.id),
})
