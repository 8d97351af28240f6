/** A stored notification, as its resident reads it. */
import { z } from 'zod'
import { IsoTime, NotificationParams } from './entities.ts'
import { NOTIFICATION_KINDS } from './notification-kinds.ts'

export const Notification = z.object({
  id: z.int(),
  type: z.enum(['doorbell', 'message', 'package', 'system']),
  /** With `params` what a page translates: `title` and `message` are English. */
  kind: z.enum(NOTIFICATION_KINDS),
  params: NotificationParams,
  title: z.string(),
  /** What the visitor wrote, or the system's sentence. */
  message: z.string(),
  /** The one of `params`: the visitor's name, the device or the tier. */
  name: z.string().nullable(),
  timestamp: IsoTime,
  read: z.boolean(),
  /** An unanswered and unhandled ring, or an undecided visit request. */
  actionRequired: z.boolean(),
  activityId: z.int().nullable(),
  visitRequestId: z.int().nullable(),
})
export type Notification = z.infer<typeof Notification>
