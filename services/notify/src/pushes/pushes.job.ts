import type { Job } from '#kit/jobs.ts'
import { DAY_MS } from '#proto/durations.ts'
import { type PushAgainDeps, pushAgain } from './notify-ring.ts'

export const PUSH_AGAIN = 'push-again'
/** A push that is to be tried again wakes the job; the interval is for what a copy left when it died. */
const AGAIN_EVERY_MS = 1_000
const DELETE_EVERY_MS = 10 * 60_000
/** The status page counts whole days, a day late. */
const COUNTED_LATE_MS = 2 * DAY_MS

export const pushJobs = (deps: PushAgainDeps): readonly Job[] => [
  { name: PUSH_AGAIN, everyMs: AGAIN_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => pushAgain(deps) },
  {
    name: 'delete-expired',
    everyMs: DELETE_EVERY_MS,
    firstMs: DELETE_EVERY_MS,
    runsIn: 'every copy',
    run: () => deps.pushes.deleteExpired(deps.clock.now(), deps.clock.in(-COUNTED_LATE_MS)),
  },
]
