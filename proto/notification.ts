/** A stored notification, as its resident reads it. */
import { z } from 'zod'
import { IsoTime, NotificationParams } from './entities.ts'
import { NOTIFICATION_KINDS } from './notification-kinds.ts'

export const Notification = z.object({
  id: z.int(),
  type: z.enum(['doorbell', 'message', 'package', 'system']),
  /** Pages translate by this and `params`: `title` and `message` are English. */
  kind: z.enum(NOTIFICATION_KINDS),
  params: NotificationParams,
  title: z.string(),
  /** The visitor's text, or the system's sentence. */
  message: z.string(),
  /** The name in `params`: the visitor's name, the device or the tier. */
  name: z.string().nullable(),
  timestamp: IsoTime,
  read: z.boolean(),
  /** An unanswered and unhandled ring, or an undecided visit request. */
  actionRequired: z.boolean(),
  activityId: z.int().nullable(),
  visitRequestId: z.int().nullable(),
})
export type Notification = z.infer<typeof Notification>
