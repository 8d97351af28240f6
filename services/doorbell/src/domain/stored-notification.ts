import { z } from 'zod'
import { Notification } from '#proto/entities.ts'
import { stored } from '#proto/stored.ts'

/** A notification as it is kept: what its owner sees, and whose it is. */
export const StoredNotification = stored(z.object({ ...Notification.shape, ownerId: z.int(), timestamp: z.date() }), {
  type: 'system',
  kind: 'message',
})
export type StoredNotification = z.infer<typeof StoredNotification>
