/** Events of Stripe: stored immediately, handled by a job. Of an event only ids are trusted; the objects are fetched. */
import { AppError } from '#kit/app-error.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Input } from '#proto/operations/index.ts'
import { type SyncDeps, syncCustomer } from './sync-customer.ts'

export type NewStripeEvent = { readonly id: string; readonly type: string; readonly customerId: string; readonly receivedAt: Date }
export interface StripeEvents {
  store(event: NewStripeEvent): Promise<void>
  /** @returns customers with events that are due, those that waited longest first */
  waiting(now: Date, limit: number): Promise<string[]>
  /** @returns the ids of a customer's events that are not handled */
  waitingOf(customerId: string): Promise<string[]>
  done(ids: readonly string[], now: Date): Promise<void>
  /** Deletes events that were handled before. */
  deleteDone(before: Date): Promise<void>
  /** @param next the time of the next try after so many attempts */
  retry(customerId: string, next: (attempts: number) => Date): Promise<void>
}

export type EventDeps = SyncDeps & {
  readonly events: StripeEvents
  readonly workSoon: () => void
  /** Customers whose events this copy is handling now. */
  readonly busy: Set<string>
}

const BATCH = 20
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 5 * 60_000
/** Customers who pay, and that no event has named for this long, are fetched anyway: events can be lost. */
const RECONCILE_AFTER = 3_600_000

const KEPT_FOR = 30 * DAY_MS

/** Stores an event once, however often it is sent. */
export async function receiveEvent(deps: EventDeps, { id, type, customerId }: Input<'billing.stripe_event'>): Promise<void> {
  await deps.events.store({ id, type, customerId, receivedAt: deps.clock.now() })
  deps.workSoon()
}

/** Several jobs: each fetches one customer with waiting events after the other, so that a slow fetch delays no other customer. */
export async function workEvents(deps: EventDeps): Promise<void> {
  const { events, clock, busy } = deps
  for (;;) {
    const waiting = await events.waiting(clock.now(), busy.size + 1)
    const customerId = waiting.find((one) => !busy.has(one))
    if (customerId === undefined) return
    busy.add(customerId)
    try {
      await workCustomer(deps, customerId)
    } finally {
      busy.delete(customerId)
    }
  }
}

async function workCustomer(deps: EventDeps, customerId: string): Promise<void> {
  const { clock, events } = deps
  try {
    // Only events stored before the fetch are done with it; by ids, because the clocks of two copies differ.
    const ids = await events.waitingOf(customerId)
    await syncCustomer(deps, customerId)
    await events.done(ids, clock.now())
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable')
      deps.log.error({ err: error, customerId }, 'stripe events of a customer not handled, will retry')
    await events.retry(customerId, (attempts) => new Date(clock.now().getTime() + Math.min(FIRST_PAUSE * 2 ** attempts, LONGEST_PAUSE)))
  }
}

/** Deletes handled events: Stripe repeats an event for days, and no longer. */
export const deleteOldEvents = ({ events, clock }: EventDeps): Promise<void> => events.deleteDone(clock.in(-KEPT_FOR))

/** A job: fetches customers whose events may have been lost, at most so many at a time. */
export async function reconcile(deps: EventDeps): Promise<void> {
  const { customers, clock, log } = deps
  const [hourAgo, dayAgo, monthAgo] = [clock.in(-RECONCILE_AFTER), clock.in(-DAY_MS), clock.in(-31 * DAY_MS)]
  const again = clock.in(LONGEST_PAUSE - RECONCILE_AFTER)
  for (const customerId of await customers.claimStale({ hourAgo, dayAgo, monthAgo, again }, BATCH))
    await syncCustomer(deps, customerId).catch((err: unknown) => log.warn({ err, customerId }, 'customer not reconciled'))
}
