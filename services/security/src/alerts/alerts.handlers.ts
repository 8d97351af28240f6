/** What a resident reads of their account's alerts (docs/product/specification.md, 7). */
import { AppError } from '#kit/app-error.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { nextIdCursor, parseIdCursor } from '#kit/paging.ts'
import { type Alerts, presentAlert } from './alerts.ts'

export const alertHandlers = (alerts: Alerts): SomeHandlersOf<'security', 'alerts' | 'read_alert' | 'read_all_alerts'> => ({
  alerts: async ({ input: { limit, cursor }, caller }) => {
    const found = await alerts.ofUser(residentOf(caller).userId, { limit, before: parseIdCursor(cursor) })
    return new Answer(found.map(presentAlert), { next: nextIdCursor(found, limit) })
  },
  read_alert: async ({ input, caller }) => {
    if (!(await alerts.read(residentOf(caller).userId, input.id))) throw new AppError('not_found')
    return {}
  },
  read_all_alerts: async ({ caller }) => {
    await alerts.readAll(residentOf(caller).userId)
    return {}
  },
})
