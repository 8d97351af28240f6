import type { EventEnvelope } from '#proto/events.ts'
import type { NotificationContent } from '#proto/notification-kinds.ts'
import type { Message, Side } from '../core/chat.ts'
import type { Ring } from '../core/ring.ts'
import type { StoredNotification } from '../notifications/stored-notification.ts'

export interface Messages {
  of(activityId: number): Promise<Message[]>
  after(activityIds: readonly number[], senderId: Side): Promise<Message[]>
  find(activityId: number, senderId: Side, id: string): Promise<Message | undefined>
  newest(activityId: number, senderId: Side): Promise<Message | undefined>
  /**
   * Stored once by (activity, sender, id), with its notifications, one for an account.
   * @returns the message and its ring; undefined when its visitor was blocked first
   */
  write(
    message: Omit<Message, 'seq'>,
    notify: readonly (NotificationContent & { ownerId: number; message: string; toMail: boolean; expiresAt: Date })[],
    event: EventEnvelope,
  ): Promise<{ message: Message; ring: Ring; repeated: boolean; notifications: readonly StoredNotification[] } | undefined>
}
