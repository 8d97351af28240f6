import { AppError } from '#kit/app-error.ts'
import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  presentWebhook,
  replayDelivery,
  rotateWebhook,
  testWebhook,
  type WebhookDeps,
} from './webhooks.ts'

type Names =
  | 'webhooks'
  | 'add_webhook'
  | 'change_webhook'
  | 'rotate_webhook'
  | 'remove_webhook'
  | 'test_webhook'
  | 'webhook_deliveries'
  | 'replay_delivery'

export const webhookHandlers = (deps: WebhookDeps): SomeHandlersOf<'notify', Names> => ({
  webhooks: async ({ caller }) => {
    const now = deps.clock.now()
    return (await deps.webhooks.of(residentOf(caller).userId)).map((webhook) => presentWebhook(webhook, now))
  },
  add_webhook: ({ input, caller }) => addWebhook(deps, input, residentOf(caller)),
  change_webhook: ({ input, caller }) => changeWebhook(deps, input, residentOf(caller)),
  rotate_webhook: ({ input, caller }) => rotateWebhook(deps, input.id, residentOf(caller)),
  remove_webhook: async ({ input, caller }) => {
    if (!(await deps.webhooks.remove(residentOf(caller).userId, input.id))) throw new AppError('not_found')
    return {}
  },
  test_webhook: ({ input, caller }) => testWebhook(deps, input.id, residentOf(caller).userId),
  webhook_deliveries: ({ input, caller }) => listDeliveries(deps, input.id, residentOf(caller).userId),
  replay_delivery: ({ input, caller }) => replayDelivery(deps, input.id, input.deliveryId, residentOf(caller).userId),
})
