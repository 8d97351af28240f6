import { z } from 'zod'
import { Notification } from '#proto/entities.ts'

/** A notification as it is kept: what its owner sees, and whose it is. */
export const StoredNotification = z.object({ ...Notification.shape, ownerId: z.int(), timestamp: z.date() })
export type StoredNotification = z.infer<typeof StoredNotification>
