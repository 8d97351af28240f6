import type { ServiceContext } from '#kit/service-context.ts'
import type { SigningKeys } from '#kit/signing-keys.ts'
import type { Core } from '../core/index.ts'
import type { HistoryFeature } from '../history/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { deliveryTimes } from './delivery-times.store.ts'
import { pushContentHandlers } from './push-content.handlers.ts'

/** What notify asks when it pushes, and when it says what would ring: nothing of it is stored there. */
export function pushContent(
  { clock, config }: Pick<ServiceContext<{ readonly INTERNAL_KEY: SigningKeys }>, 'clock' | 'config'>,
  { db }: Core,
  { notifying: { notifications }, preferences }: NotificationFeature,
  { access: { rings }, messages }: RingFeature,
  { history }: HistoryFeature,
) {
  const deps = { rings, messages, notifications, preferences, history, clock, photoKeys: config.INTERNAL_KEY }
  return {
    handlers: pushContentHandlers({
      ...deps,
      deliveryTimes: (ids) => deliveryTimes(db, ids),
      doorOfRequest: async (id) => (await db.visitRequest.findUnique({ where: { id }, select: { doorId: true } }))?.doorId,
    }),
  }
}
