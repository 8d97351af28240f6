import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type ReportDeps, reportPush } from './report-push.ts'

export const pushHandlers = (deps: ReportDeps): SomeHandlersOf<'notify', 'push_report'> => ({
  push_report: async ({ input }) => {
    await reportPush(deps, input.token, input.event)
    return {}
  },
})
