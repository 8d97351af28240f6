import type { Job } from '#kit/jobs.ts'
import { runSteps } from './run-steps.ts'

const RUN_STEPS = 'run-steps'
/** Each copy has the due times of the next moments, so that a step begins at its time whichever copy stored it. */
const PLAN_EVERY_MS = 1_000
const PLANNED_MS = 2_500
/** Steps that are due this close together run together: each begins well within the 250 ms that it may be late. */
const TOGETHER_MS = 100

type Planning = Parameters<typeof runSteps>[0] & {
  /** Wakes a job after so many milliseconds. */
  readonly wakeIn: (job: string, milliseconds: number) => void
}

export const stepJobs = (deps: Planning): readonly Job[] => {
  let lastRun = 0
  const plan = async () => {
    const due = await deps.steps.nextDue(deps.clock.in(PLANNED_MS))
    const wait = TOGETHER_MS - (performance.now() - lastRun)
    if (due) deps.wakeIn(RUN_STEPS, Math.max(0, wait, due.getTime() - deps.clock.now().getTime()))
  }
  const run = async () => {
    lastRun = performance.now()
    await runSteps(deps)
    await plan()
  }
  return [
    { name: RUN_STEPS, everyMs: PLANNED_MS, firstMs: 0, runsIn: 'every copy', run },
    { name: 'plan-steps', everyMs: PLAN_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: plan },
  ]
}
