import { z } from 'zod'
import { stored } from '#kit/stored.ts'
import { Notification } from '#proto/notification.ts'

/** A notification as stored: its sentences are built from kind and params when it is read. */
export const StoredNotification = stored(
  z.object({ ...Notification.omit({ title: true, name: true }).shape, ownerId: z.int(), timestamp: z.date() }),
  { type: 'system', kind: 'message', params: {} },
)
export type StoredNotification = z.infer<typeof StoredNotification>
