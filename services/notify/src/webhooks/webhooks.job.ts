import type { Clock } from '#kit/clock.ts'
import type { Job } from '#kit/jobs.ts'
import type { SecretBox } from '#kit/secret-box.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Deliveries, Sender } from './send-deliveries.ts'

export const SEND_DELIVERIES = 'send-deliveries'
/** An event wakes the job; the interval is for what is tried again, and for what a copy left when it died. */
const SEND_EVERY_MS = 1_000
const DELETE_EVERY_MS = 3_600_000

type Deps = {
  readonly sender: Sender
  readonly secretBox: Pick<SecretBox, 'reseal'>
  readonly deliveries: Pick<Deliveries, 'deleteOld' | 'resealSecrets'>
  readonly clock: Clock
}

export const webhookJobs = ({ sender, secretBox, deliveries, clock }: Deps): readonly Job[] => [
  { name: SEND_DELIVERIES, everyMs: SEND_EVERY_MS, firstMs: 0, runsIn: 'every copy', run: () => sender.send() },
  {
    name: 'delete-deliveries',
    everyMs: DELETE_EVERY_MS,
    firstMs: DELETE_EVERY_MS,
    runsIn: 'every copy',
    run: () => deliveries.deleteOld(clock.now()),
  },
  // A start may have a new key; the old one is dropped once all have restarted.
  {
    name: 'reseal-webhook-secrets',
    everyMs: DAY_MS,
    firstMs: 0,
    runsIn: 'every copy',
    run: () => deliveries.resealSecrets(secretBox.reseal),
  },
]
