import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import { DELIVERY_TIMES_MAX, STATUS } from '#proto/limits.ts'
import type { DoorbellClient } from '../core/ports.ts'
import type { Days, Statuses } from './statuses.ts'

type CountDeps = {
  readonly statuses: Statuses
  readonly doorbell: Pick<DoorbellClient, 'deliveryTimesOf'>
  readonly clock: Clock
}

/** A day late: every ring is at least 24 hours old, so that the page never shows what happens at a door today. */
export function countedDays(now: Date): Days {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const until = today - DAY_MS
  return { since: new Date(until - STATUS.days * DAY_MS), until: new Date(until) }
}

/** Once a day. Doorbell stores a ring for three days at least: the reports of its pages are read before that. */
export async function countRings({ statuses, doorbell, clock }: CountDeps): Promise<void> {
  const days = countedDays(clock.now())
  const counted = await statuses.newest()
  if (counted && Date.parse(counted.until) >= days.until.getTime()) return
  for (let after = 0, more = true; more; ) {
    const ids = await statuses.unmeasured(days, after, DELIVERY_TIMES_MAX)
    if (ids.length) await statuses.measure(ids, await doorbell.deliveryTimesOf(ids))
    after = ids.at(-1) ?? after
    more = ids.length === DELIVERY_TIMES_MAX
  }
  await statuses.count(days)
}
