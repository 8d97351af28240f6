import { AppError } from '#kit/app-error.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { nextIdCursor, parseIdCursor } from '#kit/paging.ts'
import { type NotificationDeps, presentNotification, publishUnreadCount } from './notifications.ts'

type Names = 'notifications' | 'unread_notifications' | 'read_notification' | 'read_all_notifications' | 'undo_read_all'

/** Stored notifications (docs/product/decisions.md, 29). */
export function notificationHandlers(deps: NotificationDeps): SomeHandlersOf<'doorbell', Names> {
  const { clock } = deps
  const store = deps.notifications
  return {
    notifications: async ({ input, caller }) => {
      const { limit, cursor, type, search } = input
      const kinds = input.kinds?.split(',')
      const unread = input.unread === undefined ? undefined : input.unread === 'true'
      const page = { limit, before: parseIdCursor(cursor), now: clock.now(), type, unread, search, kinds }
      const found = await store.ofOwner(residentOf(caller).userId, page)
      return new Answer(found.map(presentNotification), { next: nextIdCursor(found, limit) })
    },
    unread_notifications: async ({ caller }) => {
      const { userId } = residentOf(caller)
      return { count: (await store.unread([userId], clock.now())).get(userId) ?? 0 }
    },
    read_notification: async ({ input, caller }) => {
      const { userId } = residentOf(caller)
      const read = await store.read(userId, input.id, clock.now())
      if (!read) throw new AppError('not_found')
      deps.runInBackground('publish unread count', publishUnreadCount(deps, [userId]))
      return presentNotification(read)
    },
    read_all_notifications: async ({ caller }) => {
      const { userId } = residentOf(caller)
      const at = clock.now()
      const count = await store.readAll(userId, at)
      deps.runInBackground('publish unread count', publishUnreadCount(deps, [userId]))
      return { count, at: at.toISOString() }
    },
    undo_read_all: async ({ input, caller }) => {
      const { userId } = residentOf(caller)
      const count = await store.undoReadAll(userId, new Date(input.at))
      deps.runInBackground('publish unread count', publishUnreadCount(deps, [userId]))
      return { count }
    },
  }
}
