import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import { type SendDeps, sendDeliveries } from './send-deliveries.ts'

export const SEND_DELIVERIES = 'send-deliveries'
/** An event wakes the job; the interval is for what is tried again, and for what a copy left when it died. */
const SEND_EVERY_MS = 1_000
const DELETE_EVERY_MS = 3_600_000

export const webhookJobs = (deps: SendDeps & { readonly clock: Clock }): readonly Job[] => [
  { name: SEND_DELIVERIES, everyMs: SEND_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => sendDeliveries(deps) },
  {
    name: 'delete-deliveries',
    everyMs: DELETE_EVERY_MS,
    firstMs: DELETE_EVERY_MS,
    runsIn: 'every copy',
    run: () => deps.deliveries.deleteOld(deps.clock.now()),
  },
]
