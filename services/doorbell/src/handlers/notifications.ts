import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import { residentOf } from '../domain/access.ts'
import { type NoticeDeps, presentNotification, tellUnread } from '../domain/notifications.ts'
import { nextCursor, readCursor } from './paging.ts'

type Names = 'notifications' | 'unread_notifications' | 'read_notification' | 'read_all_notifications' | 'undo_read_all'

/** Stored notifications (decision 29): filtered here, read here. */
export function notifications(deps: NoticeDeps): SomeHandlersOf<'doorbell', Names> {
  const { clock } = deps
  const store = deps.notifications
  return {
    notifications: async ({ input, caller }) => {
      const { limit, cursor, type, search } = input
      const unread = input.unread === undefined ? undefined : input.unread === 'true'
      const page = { limit, before: readCursor(cursor), now: clock.now(), type, unread, search }
      const found = await store.ofOwner(residentOf(caller).userId, page)
      return new Answer(found.map(presentNotification), { next: nextCursor(found, limit) })
    },
    unread_notifications: async ({ caller }) => {
      const { userId } = residentOf(caller)
      return { count: (await store.unread([userId], clock.now())).get(userId) ?? 0 }
    },
    read_notification: async ({ input, caller }) => {
      const { userId } = residentOf(caller)
      const read = await store.read(userId, input.id, clock.now())
      if (!read) throw new Refusal('not_found')
      deps.aside(tellUnread(deps, [userId]))
      return presentNotification(read)
    },
    read_all_notifications: async ({ caller }) => {
      const { userId } = residentOf(caller)
      const at = clock.now()
      const count = await store.readAll(userId, at)
      deps.aside(tellUnread(deps, [userId]))
      return { count, at: at.toISOString() }
    },
    undo_read_all: async ({ input, caller }) => {
      const { userId } = residentOf(caller)
      const count = await store.undoReadAll(userId, new Date(input.at))
      deps.aside(tellUnread(deps, [userId]))
      return { count }
    },
  }
}
