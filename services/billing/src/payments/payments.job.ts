import type { Job } from '#kit/jobs.ts'
import { mailEnds } from './end-mails.ts'
import type { PriceTag } from './price.ts'
import { deleteOldEvents, type EventDeps, reconcile, workEvents } from './stripe-events.ts'

/** The number of customers handled concurrently. */
export const WORK_EVENTS = ['work-events-1', 'work-events-2', 'work-events-3', 'work-events-4'] as const
/** An event wakes these jobs; the interval is for retries, and for events left by a crash. */
const WORK_EVENTS_EVERY_MS = 1_000
const RECONCILE_EVERY_MS = 5_000

const MAIL_ENDS_EVERY_MS = 10_000
const REFRESH_PRICE_EVERY_MS = 10_000
const DELETE_OLD_EVERY_MS = 10 * 60_000

export const paymentJobs = (deps: EventDeps & { readonly priceTag: PriceTag }): readonly Job[] => [
  ...WORK_EVENTS.map(
    (name): Job => ({
      name,
      everyMs: WORK_EVENTS_EVERY_MS,
      firstMs: 0,
      runsIn: 'every copy',
      run: () => workEvents(deps),
    }),
  ),
  { name: 'reconcile', everyMs: RECONCILE_EVERY_MS, firstMs: 5_000, runsIn: 'every copy', run: () => reconcile(deps) },
  { name: 'refresh-price', everyMs: REFRESH_PRICE_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => deps.priceTag.refresh() },
  { name: 'mail-ends', everyMs: MAIL_ENDS_EVERY_MS, firstMs: 5_000, runsIn: 'every copy', run: () => mailEnds(deps) },
  { name: 'delete-old-events', everyMs: DELETE_OLD_EVERY_MS, runsIn: 'every copy', run: () => deleteOldEvents(deps) },
]
