import type { SomeHandlersOf } from '#kit/handlers.ts'
import { alertNotice, type NoticeDeps, pushNotice, sessionNotice } from './push-notice.ts'
import type { Pushes } from './pushes.ts'
import { type ReportDeps, reportPush } from './report-push.ts'

export const pushHandlers = (
  deps: ReportDeps & NoticeDeps & { readonly pushes: Pick<Pushes, 'isReachable'> },
): SomeHandlersOf<'notify', 'push_alert' | 'push_report' | 'push_session_end'> => ({
  push_alert: async ({ input: { key, userId } }) => {
    await pushNotice(deps, alertNotice(userId, key))
    return {}
  },
  push_session_end: async ({ input }) => {
    await pushNotice(deps, sessionNotice(input))
    return { rings: await deps.pushes.isReachable(input.session) }
  },
  push_report: async ({ input }) => {
    await reportPush(deps, input.token, input.event)
    return {}
  },
})
