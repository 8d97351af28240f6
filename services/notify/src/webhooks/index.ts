import { createSecretBox } from '#kit/secret-box.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import { parsePushHost } from '../core/push-hosts.ts'
import { webhooksAnswered } from '../metrics.ts'
import { onDoorbellEvents } from './doorbell.consumer.ts'
import { createReceivers } from './receivers.adapter.ts'
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
  context.onClose(() => receivers.close())
  const stored = createWebhooks(db, pool)
  const secretBox = createSecretBox(config.PUSH_KEYS as [string, ...string[]], 'webhook secrets')
  const sendSoon = () => context.wake(SEND_DELIVERIES)
  const own = { deliveries: stored, clock, sendSoon }
  return {
    handlers: webhookHandlers({
      ...{ webhooks: stored, receivers, secretBox, clock, sendSoon },
      requireFresh: (session) => auth.requireFresh(session),
      hasDoors: (ownerId, doors) => doorbell.hasDoors(ownerId, doors),
    }),
    consumers: { doorbell: onDoorbellEvents(own) },
    jobs: webhookJobs({
      ...{ ...own, receivers, secretBox, publicUrl, log },
      contentOf: (asked) => doorbell.eventContentOf(asked),
      count: webhooksAnswered,
    }),
  }
}
