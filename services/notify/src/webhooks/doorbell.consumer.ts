import type { Clock } from '#kit/clock.ts'
import type { EventHandlers } from '#kit/events.ts'
import type { Outcome } from '#proto/entities.ts'
import type { WebhookEvent } from '#proto/webhooks.ts'
import type { Deliveries } from './send-deliveries.ts'
import { deliveryTimes } from './webhooks.ts'

type Deps = {
  readonly deliveries: Pick<Deliveries, 'addForAll'>
  readonly clock: Clock
  /** Wakes the job that sends what is due. */
  readonly sendSoon: () => void
}
type Told = {
  readonly ownerId: number
  readonly event: WebhookEvent
  readonly subject: string
  readonly at: string
  readonly activityId?: number
  readonly doorId?: number
  readonly ref?: string
}

const ENDS: Partial<Record<Outcome, WebhookEvent>> = { missed: 'ring.missed', cancelled: 'ring.cancelled' }

/** Doorbell's events, for the webhooks of their account. An event that is repeated finds its row. */
export function onDoorbellEvents({ deliveries, clock, sendSoon }: Deps): EventHandlers<'doorbell'> {
  const tell = async ({ ownerId, doorId, activityId, ref, at, ...delivery }: Told): Promise<void> => {
    const fields = { ...delivery, activityId: activityId ?? null, ref: ref ?? null, at: new Date(at) }
    if (await deliveries.addForAll(ownerId, fields, doorId ?? null, deliveryTimes(clock))) sendSoon()
  }
  return {
    rung: ({ at, data: { ownerId, activityId, doorId } }) =>
      tell({ ownerId, activityId, doorId, at, event: 'ring.created', subject: `ring.created-${activityId}` }),
    handled: ({ data: { ownerId, activityId, handledType, at } }) =>
      tell({
        ...{ ownerId, activityId, at, subject: `ring.ended-${activityId}` },
        event: handledType === 'dismissed' ? 'ring.dismissed' : 'ring.answered',
      }),
    ended: async ({ data: { ownerId, activityId, outcome, at } }) => {
      const event = ENDS[outcome]
      if (event) await tell({ ownerId, activityId, at, event, subject: `ring.ended-${activityId}` })
    },
    message_sent: async ({ at, data: { ownerId, activityId, messageId, by } }) => {
      if (by !== 'visitor') return
      await tell({ ownerId, activityId, at, ref: messageId, event: 'ring.message', subject: `ring.message-${activityId}-${messageId}` })
    },
    notification_added: ({ at, data: { ownerId, notificationId } }) =>
      tell({ ownerId, at, ref: String(notificationId), event: 'visit.requested', subject: `visit.requested-${notificationId}` }),
    door_rotated: ({ id, at, data: { ownerId, doorId } }) =>
      tell({ ownerId, doorId, at, ref: String(doorId), event: 'door.changed', subject: `door.changed-${id}` }),
    door_changed: ({ id, at, data: { ownerId, doorId } }) =>
      tell({ ownerId, doorId, at, ref: String(doorId), event: 'door.changed', subject: `door.changed-${id}` }),
  }
}
