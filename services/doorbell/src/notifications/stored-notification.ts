import { z } from 'zod'
import { stored } from '#kit/stored.ts'
import { Notification } from '#proto/notification.ts'

/** A notification as stored: its sentences are made of kind and params where it is read. */
export const StoredNotification = stored(
  z.object({ ...Notification.omit({ title: true, name: true }).shape, ownerId: z.int(), timestamp: z.date() }),
  { type: 'system', kind: 'message', params: {} },
)
export type StoredNotification = z.infer<typeof StoredNotification>
