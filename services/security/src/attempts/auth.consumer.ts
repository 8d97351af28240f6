import type { EventHandlers } from '#kit/events.ts'
import { type RaiseDeps, raiseChange } from '../alerts/alerts.ts'
import { type AttemptDeps, recordFailure, recordLogin } from './record-attempt.ts'

/** An event's id is unique among attempts, and with type and account among alerts: a repeated event adds no row. */
export const onAuth = (deps: AttemptDeps & RaiseDeps): EventHandlers<'auth'> => ({
  login_succeeded: (event) => recordLogin(deps, event),
  login_failed: (event) => recordFailure(deps, event),
  password_changed: (event) => raiseChange(deps, 'password_changed', event),
  email_changed: (event) => raiseChange(deps, 'email_changed', event),
  factor_changed: (event) => raiseChange(deps, event.data.change, event),
})
