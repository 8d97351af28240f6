/** Stored notifications (docs/product/specification.md, 2, 3; docs/product/decisions.md, 29). */
import { z } from 'zod'
import { Id, IsoTime, ListLimit } from '../entities.ts'
import { searchText } from '../fields.ts'
import { Notification } from '../notification.ts'
import { operation } from '../operation.ts'

export const notificationOperations = [
  operation({
    name: 'doorbell.notifications',
    summary: 'Stored notifications, newest first; filters combine',
    http: { method: 'GET', path: '/api/notifications' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({
      limit: ListLimit,
      cursor: z.string().max(100).optional(),
      type: Notification.shape.type.optional(),
      /** `true`: the unread ones; `false`: the read ones. */
      unread: z.enum(['true', 'false']).optional(),
      /** Case-insensitive part of a title, a name or a message (docs/product/specification.md, 5). */
      search: searchText.optional(),
      /**
       * Comma-separated: notifications of these kinds match `search` too. A client that shows its own titles sends the kinds whose title
       * matches, or none (`kinds=`); without it the server compares the English titles. Unknown kinds match nothing.
       */
      kinds: z
        .string()
        .max(200)
        .regex(/^([a-z]{1,10}(,[a-z]{1,10})*)?$/)
        .optional(),
    }),
    output: z.array(Notification),
    errors: ['validation_failed'],
  }),
  operation({
    name: 'doorbell.unread_notifications',
    summary: 'How many are unread',
    http: { method: 'GET', path: '/api/notifications/unread' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
    errors: [],
  }),
  operation({
    name: 'doorbell.read_notification',
    summary: 'Mark one as read; repeated, it changes nothing',
    http: { method: 'POST', path: '/api/notifications/:id/read' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    output: Notification,
    errors: ['not_found'],
  }),
  operation({
    name: 'doorbell.read_all_notifications',
    summary: 'Mark All as Read; `at` undoes it',
    http: { method: 'POST', path: '/api/notifications/read-all' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({}),
    output: z.object({ count: z.int(), at: IsoTime }),
    errors: [],
  }),
  operation({
    name: 'doorbell.undo_read_all',
    summary: 'Takes a Mark All as Read back: what that press read is unread again',
    http: { method: 'POST', path: '/api/notifications/read-all/undo' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ at: IsoTime }),
    output: z.object({ count: z.int() }),
    errors: [],
  }),
] as const
