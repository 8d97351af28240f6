import type { EventHandlers } from '#kit/events.ts'
import { recordFailure, recordLogin } from './record-attempt.ts'

/** An event's id is unique among attempts: a repeated event adds no row. */
export const recordAuthEvents = (deps: Parameters<typeof recordFailure>[0]): EventHandlers<'auth'> => ({
  login_succeeded: (event) => recordLogin(deps, event),
  login_failed: (event) => recordFailure(deps, event),
})
