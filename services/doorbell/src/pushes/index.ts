import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { HistoryFeature } from '../history/index.ts'
import type { NotificationFeature } from '../notifications/index.ts'
import type { RingFeature } from '../rings/index.ts'
import { deliveryTimes } from './delivery-times.store.ts'
import { pushHandlers } from './pushes.handlers.ts'

/** What notify reads for a push and for the list of reachable devices; notify stores none of it. */
export function pushes(
  { clock }: Pick<ServiceContext<unknown>, 'clock'>,
  { db }: Core,
  { notifying: { notifications }, preferences }: NotificationFeature,
  { access: { rings }, messages }: RingFeature,
  { history }: HistoryFeature,
) {
  const deps = { rings, messages, notifications, preferences, history, clock }
  return { handlers: pushHandlers({ ...deps, deliveryTimes: (ids) => deliveryTimes(db, ids) }) }
}
