/** A mail a week and a day before a paid plan ends, so that its end is expected. */
import type { Clock } from '#kit/clock.ts'
import { deterministicUuid } from '#kit/ids.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { AuthClient } from '../core/ports.ts'
import type { Customers } from './customers.ts'

type EndMailDeps = {
  readonly clock: Clock
  readonly auth: Pick<AuthClient, 'mailPlan'>
  readonly customers: Pick<Customers, 'ending' | 'storeEndMails'>
}

/** The last mail first: a subscription cancelled on the last day gets one mail. */
const MAILS = [
  { mails: 2, before: DAY_MS },
  { mails: 1, before: 7 * DAY_MS },
] as const
const BATCH = 100

/** A job. A mail is written once: its key is the same for each try and each copy. */
export async function mailEnds({ clock, auth, customers }: EndMailDeps): Promise<void> {
  for (const { mails, before } of MAILS) {
    for (const { userId, stripeSubscriptionId, endsAt } of await customers.ending(clock.now(), clock.in(before), mails, BATCH)) {
      const key = deterministicUuid(`end ${stripeSubscriptionId} ${endsAt.toISOString()} ${mails}`)
      await auth.mailPlan({ key, userId, about: 'plan_ends', endsAt: endsAt.toISOString() })
      await customers.storeEndMails(stripeSubscriptionId, mails)
    }
  }
}
