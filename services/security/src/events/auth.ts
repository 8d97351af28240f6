import type { EventHandlers } from '#kit/events.ts'
import { type AttemptDeps, recordAttempt } from '../domain/record-attempt.ts'

/** Attempts arrive as auth's events; an event's id is unique in the table, so a repeated event adds no row. */
export const onAuth = (deps: AttemptDeps): EventHandlers<'auth'> => ({
  login_succeeded: (event) => recordAttempt(deps, event),
  login_failed: (event) => recordAttempt(deps, event),
})
