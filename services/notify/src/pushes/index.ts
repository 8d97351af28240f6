import type { ServiceContext } from '#kit/service-context.ts'
import { Turns } from '#kit/turns.ts'
import type { Core } from '../core/index.ts'
import { pushesAnswered, pushesRefused, pushShown } from '../metrics.ts'
import type { AwaitRingEndDeps } from './await-ring-end.ts'
import { onDoorbell, onRingChanges } from './doorbell.consumer.ts'
import { gatherRings } from './gathered-rings.ts'
import { createKnown, type PushAgainDeps } from './notify-ring.ts'
import { type NoticeDeps, pushNotice } from './push-notice.ts'
import { createPushTraces } from './push-traces.ts'
import { pushHandlers } from './pushes.handlers.ts'
import { PUSH_AGAIN, pushJobs } from './pushes.job.ts'
import { createPushes } from './pushes.store.ts'
import type { NewNotice } from './pushes.ts'
import type { ReportDeps } from './report-push.ts'
import { ResultLog } from './result-log.ts'
import { RingEnds } from './ring-ends.ts'
import { UnderWay } from './under-way.ts'
import { noticeWriter } from './write-notice.ts'

/** Longer than a ring's text is worth waiting for; then its pushes are tried again. */
const QUESTIONS = { concurrency: 16, waiting: 1_000, waitMs: 2_000 } as const

type Context = Pick<ServiceContext<unknown>, 'clock' | 'log' | 'bus' | 'wake' | 'onClose'>

/** Pushes to devices, and the devices' reports on them. */
export function pushes(context: Context, core: Core) {
  const { reportKeys, pushPool, auth, doorbell, pushServices, pushedAccounts, live, publicUrl } = core
  const { clock, log, bus } = context
  const store = createPushes(pushPool, reportKeys)
  const underWay = new UnderWay(log, () => context.wake(PUSH_AGAIN))
  const results = new ResultLog({
    ...{ pushes: store, clock, log },
    onDue: (at) => underWay.wakeIn(at.getTime() - clock.now().getTime()),
  })
  const ends = new RingEnds()
  const deps: PushAgainDeps &
    NoticeDeps &
    ReportDeps &
    AwaitRingEndDeps & { readonly ends: RingEnds; readonly reportKeys: readonly string[] } = {
    ...{ pushes: store, auth, doorbell, pushServices, pushedAccounts, live, clock, log, publicUrl },
    ends,
    traces: createPushTraces(),
    reportKeys,
    known: createKnown(),
    questions: new Turns(QUESTIONS),
    ...gatherRings(store, clock),
    runInBackground: (work) => underWay.add(work),
    noticeWriter: (push) => noticeWriter(deps, push),
    record: (result) => results.add(result),
    writeResults: () => results.flush(),
    ...{ count: pushesAnswered, countRefused: pushesRefused, pushShown },
  }
  onRingChanges(deps, bus)
  context.onClose(async () => {
    await underWay.end()
    await results.flush()
  })
  return {
    handlers: pushHandlers(deps),
    consumers: { doorbell: onDoorbell(deps) },
    jobs: pushJobs(deps),
    pushNotice: (notice: NewNotice, lifeMs: number) => pushNotice(deps, notice, lifeMs),
    drain: async () => ends.stop(),
  }
}
