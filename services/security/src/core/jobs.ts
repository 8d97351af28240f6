/** What security does by itself: how often, and in which copy. */
import type { Job } from '#kit/jobs.ts'

export const REFRESH_BLOCKS = 'refresh-blocks'
export const DELIVER_ALERTS = 'deliver-alerts'
/** Repairs the cache after a FLUSHALL, and after a write that failed. */
const REFRESH_EVERY_MS = 15_000
/** A new alert wakes the job; the interval is for those whose delivery failed. */
const DELIVER_EVERY_MS = 10_000
const DELETE_EXPIRED_EVERY_MS = 10 * 60_000

export const securityJobs = (deps: {
  readonly refreshBlocks: () => Promise<unknown>
  readonly deliverAlerts: () => Promise<unknown>
  readonly deleteExpired: () => Promise<unknown>
}): readonly Job[] => [
  { name: REFRESH_BLOCKS, everyMs: REFRESH_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: deps.refreshBlocks },
  { name: DELIVER_ALERTS, everyMs: DELIVER_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: deps.deliverAlerts },
  { name: 'delete-expired', everyMs: DELETE_EXPIRED_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: deps.deleteExpired },
]
