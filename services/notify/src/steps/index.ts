import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { stepJobs } from './steps.job.ts'
import { createSteps } from './steps.store.ts'

type Context = Pick<ServiceContext<unknown>, 'clock' | 'log' | 'wake' | 'onClose'>

/** The steps after a ring that no device has shown. */
export function steps(context: Context, { pool, doorbell, auth }: Core) {
  const { clock, log } = context
  let timer: NodeJS.Timeout | undefined
  const wakeIn = (job: string, milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => context.wake(job), milliseconds)
  }
  context.onClose(() => clearTimeout(timer))
  return { jobs: stepJobs({ steps: createSteps(pool), doorbell, auth, clock, log, wakeIn }) }
}
