import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type AwaitRingEndDeps, awaitRingEnd } from './await-ring-end.ts'
import { alertNotice, type NoticeDeps, pushNotice, sessionNotice } from './push-notice.ts'
import type { Pushes } from './pushes.ts'
import { type ReportDeps, reportPush } from './report-push.ts'

export const pushHandlers = (
  deps: ReportDeps &
    NoticeDeps &
    AwaitRingEndDeps & { readonly pushes: Pick<Pushes, 'isReachable'>; readonly reportKeys: readonly string[] },
): SomeHandlersOf<'notify', 'await_ring_end' | 'push_alert' | 'push_report' | 'push_session_end' | 'report_keys'> => ({
  await_ring_end: ({ input }) => awaitRingEnd(deps, input),
  push_alert: async ({ input: { key, userId } }) => {
    await pushNotice(deps, alertNotice(userId, key))
    return {}
  },
  push_session_end: async ({ input }) => {
    await pushNotice(deps, sessionNotice(input))
    return { rings: await deps.pushes.isReachable(input.session) }
  },
  report_keys: async () => ({ keys: [...deps.reportKeys] }),
  push_report: async ({ input }) => {
    await reportPush(deps, input.token, input.event)
    return {}
  },
})
