/** What a resident reads of their account's log-ins and alerts (spec section 7). */
import { AppError } from '#kit/app-error.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { nextIdCursor, parseIdCursor } from '#kit/paging.ts'
import type { Alerts, Attempts } from '../core/ports.ts'
import { presentAlert } from './alerts.ts'

type Names = 'login_history' | 'alerts' | 'read_alert' | 'read_all_alerts'
type Deps = { readonly attempts: Pick<Attempts, 'ofUser'>; readonly alerts: Alerts }

export function alerts(deps: Deps): SomeHandlersOf<'security', Names> {
  return {
    login_history: async ({ input: { limit, cursor }, caller }) => {
      const found = await deps.attempts.ofUser(residentOf(caller).userId, { limit, before: parseIdCursor(cursor) })
      return new Answer(found, { next: nextIdCursor(found, limit) })
    },
    alerts: async ({ input: { limit, cursor }, caller }) => {
      const found = await deps.alerts.ofUser(residentOf(caller).userId, { limit, before: parseIdCursor(cursor) })
      return new Answer(found.map(presentAlert), { next: nextIdCursor(found, limit) })
    },
    read_alert: async ({ input, caller }) => {
      if (!(await deps.alerts.read(residentOf(caller).userId, input.id))) throw new AppError('not_found')
      return {}
    },
    read_all_alerts: async ({ caller }) => {
      await deps.alerts.readAll(residentOf(caller).userId)
      return {}
    },
  }
}
