import type pg from 'pg'
import { execute, fetchRow, fetchRows } from '#kit/postgres.ts'
import { NOTIFICATION_TITLES, titleParts } from '#proto/notification-kinds.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { likePattern } from '../core/search-text.sql.ts'
import {
  COUNT_UNREAD,
  LIST_NOTIFICATIONS,
  MISS_NOTIFICATIONS,
  READ_CHAT,
  READ_NOTIFICATION,
  SETTLE_CANCELLED_RING,
  SETTLE_RING,
  SETTLE_VISIT,
  TAKE_DUE_SUMMARIES,
  WRITE_NOTIFICATION,
} from './notifications.sql.ts'
import type { Notifications } from './notifications.ts'
import { StoredNotification } from './stored-notification.ts'

const ENGLISH_TITLES = titleParts(NOTIFICATION_TITLES)

/** @param jobPool the connection of the statements that only jobs run */
export function createNotifications(pool: pg.Pool, jobPool: pg.Pool, prisma: Prisma): Notifications {
  const read = (row: object) => StoredNotification.parse(row)
  return {
    ofOwner: async (ownerId, { search, ...page }) => {
      const { before, type, unread, kinds, limit, now } = page
      const titles = kinds ? [] : ENGLISH_TITLES
      const searched = {
        pattern: search ? likePattern(search) : null,
        kinds: kinds ?? [],
        titleKinds: titles.map(({ kind }) => kind),
        titlesBefore: titles.map((title) => title.before),
        titlesAfter: titles.map((title) => title.after),
      }
      return (await fetchRows(pool, LIST_NOTIFICATIONS, { ownerId, before, type, unread, limit, now, ...searched })).map(read)
    },
    unread: async (ownerIds, now) => {
      const rows = await fetchRows(pool, COUNT_UNREAD, { ownerIds, now })
      return new Map(rows.map((row) => [row.ownerId, row.unread]))
    },
    read: async (ownerId, id, at) => (await fetchRows(pool, READ_NOTIFICATION, { ownerId, id, at })).map(read)[0],
    readAll: async (ownerId, readAt) => {
      const { count } = await prisma.notification.updateMany({ where: { ownerId, read: false }, data: { read: true, readAt } })
      return count
    },
    undoReadAll: async (ownerId, readAt) => {
      const { count } = await prisma.notification.updateMany({
        where: { ownerId, read: true, readAt },
        data: { read: false, readAt: null },
      })
      return count
    },
    find: async (id) => {
      const row = await prisma.notification.findUnique({ where: { id } })
      return row ? StoredNotification.parse({ ...row, actionRequired: false }) : undefined
    },
    write: async (notification, eventId) => {
      const row = await fetchRow(pool, WRITE_NOTIFICATION, { ...notification, eventId })
      return row && read(row)
    },
    settleRing: async (activityId, isHandled, at) =>
      (isHandled ? await execute(pool, SETTLE_RING, { activityId, at }) : await execute(pool, SETTLE_CANCELLED_RING, { activityId })) > 0,
    markChatRead: async (activityId, ownerIds, at) => (await execute(pool, READ_CHAT, { activityId, ownerIds, at })) > 0,
    settleVisit: async (ownerId, visitRequestId, at) => (await execute(pool, SETTLE_VISIT, { ownerId, visitRequestId, at })) > 0,
    markMissed: async (rings) => {
      const activityIds = rings.map(({ activityId }) => activityId)
      const ownerIds = rings.map(({ ownerId }) => ownerId)
      const toMail = rings.map((ring) => ring.toMail)
      return (await fetchRows(jobPool, MISS_NOTIFICATIONS, { activityIds, ownerIds, toMail })).map(read)
    },
    takeDueSummaries: (due) => fetchRows(pool, TAKE_DUE_SUMMARIES, due),
    completeSummary: async ({ ownerId, newest }, mailed, tryAfter) => {
      if (mailed) await prisma.notification.updateMany({ where: { ownerId, id: { lte: newest }, toMail: true }, data: { toMail: false } })
      else await prisma.owner.updateMany({ where: { id: ownerId }, data: { mailedAt: tryAfter } })
    },
  }
}
