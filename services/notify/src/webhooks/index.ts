import { createSecretBox } from '#kit/secret-box.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { parsePushHost } from '../core/push-hosts.ts'
import { webhooksAnswered } from '../metrics.ts'
import { onPasswordReset } from './auth.consumer.ts'
import { onDoorbellEvents } from './doorbell.consumer.ts'
import { createReceivers } from './receivers.adapter.ts'
import { createSender } from './send-deliveries.ts'
import { webhookHandlers } from './webhooks.handlers.ts'
import { SEND_DELIVERIES, webhookJobs } from './webhooks.job.ts'
import { createWebhooks } from './webhooks.store.ts'

type Config = { readonly PUSH_KEYS: readonly string[]; readonly OUTBOUND_PRIVATE_HOSTS: readonly string[]; readonly TEST_CLOCK: boolean }

/** Requests to addresses of residents when something happens at their doors (record 0083). */
export function webhooks(context: ServiceContext<Config>, { db, pool, doorbell, auth, publicUrl }: Core) {
  const { config, clock, log } = context
  const receivers = createReceivers({
    named: config.OUTBOUND_PRIVATE_HOSTS.flatMap((text) => parsePushHost(text) ?? []),
    ...{ allowsLoopback: config.TEST_CLOCK, clock, log },
  })
  const stored = createWebhooks(db, pool)
  const secretBox = createSecretBox(config.PUSH_KEYS as [string, ...string[]], 'webhook secrets')
  const sendSoon = () => context.wake(SEND_DELIVERIES)
  const sender = createSender(
    {
      ...{ deliveries: stored, receivers, secretBox, publicUrl, clock, log },
      contentOf: (asked) => doorbell.eventContentOf(asked),
      count: webhooksAnswered,
    },
    sendSoon,
  )
  context.onClose(async () => {
    // What is being sent is tried again by another copy, or by the next start.
    await receivers.close()
    await sender.end()
  })
  return {
    handlers: webhookHandlers({
      ...{ webhooks: stored, receivers, secretBox, clock, sendSoon },
      requireFresh: (session) => auth.requireFresh(session),
      hasDoors: (ownerId, doors) => doorbell.hasDoors(ownerId, doors),
    }),
    consumers: {
      doorbell: onDoorbellEvents({ deliveries: stored, clock, sendSoon }),
      auth: onPasswordReset({ deliveries: stored }),
    },
    jobs: webhookJobs({ sender, secretBox, deliveries: stored, clock }),
  }
}
