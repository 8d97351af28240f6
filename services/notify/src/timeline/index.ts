import type { Core } from '../core/index.ts'
import { timelineHandlers } from './timeline.handlers.ts'
import { createTimelines } from './timeline.store.ts'

/** The results of a ring's pushes and steps, for its owner. */
export const timeline = ({ db, pool, doorbell }: Core) => ({
  handlers: timelineHandlers({ timelines: createTimelines(db, pool), doorbell }),
})
