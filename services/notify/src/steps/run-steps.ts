/** No device has shown the ring: the next step runs (docs/product/decisions.md, 33). Each begins at its time, in one copy; none is lost. */
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { AuthClient, DoorbellClient } from '../core/ports.ts'
import type { DueStep, FinishedStep, SkipReason, Steps } from './steps.ts'

type StepDeps = {
  readonly steps: Steps
  readonly doorbell: Pick<DoorbellClient, 'reachOf'>
  readonly auth: AuthClient
  readonly clock: Clock
  readonly log: Log
}

/** Longer than the requests to doorbell and auth may take. */
const LEASE = 20_000
const RETRY = 1_000
const BATCH = 50
const HOUR = 3_600_000
/** Mails per door and hour; the next one says that there were many, and further ones are left out. */
const MAILS_AN_HOUR = 5

export async function runSteps(deps: StepDeps): Promise<void> {
  const { steps, clock } = deps
  for (let more = true; more; ) {
    const due = await steps.claim({ now: clock.now(), leasedUntil: clock.in(LEASE), limit: BATCH })
    const finished = await Promise.all(due.map((step) => runStep(deps, step)))
    await steps.finish(finished.flat())
    more = due.length === BATCH
  }
}

/** @returns nothing where it is finished already, or to be retried */
async function runStep(deps: StepDeps, step: DueStep): Promise<FinishedStep[]> {
  const { steps, clock, log } = deps
  try {
    const finished = step.skipped ? [] : [{ id: step.id, reason: await mailUnseen(deps, step) }]
    const skipped = step.skipped ?? finished[0]?.reason ?? undefined
    log.info({ activityId: step.activityId, step: step.kind, skipped }, 'ring step finished')
    return finished
  } catch (err) {
    log.warn({ err, activityId: step.activityId, step: step.kind }, 'ring step failed, will retry')
    await steps.postpone(step.id, clock.in(RETRY))
    return []
  }
}

/** @returns why no mail was written; null if one was */
async function mailUnseen({ steps, doorbell, auth, clock }: StepDeps, step: DueStep): Promise<SkipReason | null> {
  const { id: key, activityId, ownerId: userId } = step
  const reach = await doorbell.reachOf(activityId)
  if (!reach?.live) return 'over'
  if (reach.onAPage) return 'seen'
  if (!reach.mails) return reach.quiet ? 'quiet' : 'preferences'
  const count = await steps.countMail(step, reach.doorId, clock.in(-HOUR))
  if (count > MAILS_AN_HOUR + 1) return 'limit'
  return (await auth.mailUnseenRing({ key, userId, activityId, many: count > MAILS_AN_HOUR })) ? null : 'address'
}
