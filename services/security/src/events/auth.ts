import type { EventArms } from '#kit/events.ts'
import { type AttemptNeeds, recordAttempt } from '../domain/record-attempt.ts'

/** Attempts come as auth's events; the event's id makes each row once. */
export function authEvents(needs: AttemptNeeds): EventArms<'auth'> {
  return {
    login_succeeded: (event) => recordAttempt(needs, event),
    login_failed: (event) => recordAttempt(needs, event),
  }
}
