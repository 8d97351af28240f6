import type { EventHandlers } from '#kit/events.ts'
import { raiseChange } from './alerts.ts'

/** With type and account an event's id is unique among alerts: a repeated event adds no row. */
export const raiseAuthAlerts = (deps: Parameters<typeof raiseChange>[0]): EventHandlers<'auth'> => ({
  password_changed: (event) => raiseChange(deps, 'password_changed', event),
  email_changed: (event) => raiseChange(deps, 'email_changed', event),
  factor_changed: (event) => raiseChange(deps, event.data.change, event),
})
