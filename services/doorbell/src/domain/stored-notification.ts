import { z } from 'zod'
import { stored } from '#kit/stored.ts'
import { Notification } from '#proto/entities.ts'

/** A notification as stored: what its owner sees, and the owner. */
export const StoredNotification = stored(z.object({ ...Notification.shape, ownerId: z.int(), timestamp: z.date() }), {
  type: 'system',
  kind: 'message',
})
export type StoredNotification = z.infer<typeof StoredNotification>
