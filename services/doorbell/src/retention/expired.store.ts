import type pg from 'pg'
import { execute, fetchRows, inTransaction } from '#kit/postgres.ts'
import { DELETE_ENDED_BLOCKS, HOLD_DOORS_OF_ENDED_BLOCKS } from '../blocks/blocks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { recordingFilesOf } from '../recordings/recordings.store.ts'
import type { Expired } from './delete-expired.ts'
import { DELETE_EXPIRED_NOTIFICATIONS, FIND_EXPIRED_RINGS } from './expired.sql.ts'

export function createExpired(pool: pg.Pool, prisma: Prisma): Expired {
  return {
    due: (now, lostBefore, limit) => fetchRows(pool, FIND_EXPIRED_RINGS, { now, lostBefore, limit }),
    filesOf: (ids) => recordingFilesOf(prisma, { activityId: { in: [...ids] } }),
    // Foreign keys cascade to messages, calls, recordings, kept marks and search words.
    drop: async (ids, now) => (await prisma.activity.deleteMany({ where: { id: { in: [...ids] }, expiresAt: { lte: now } } })).count,
    deleteNotifications: (now, limit) => execute(pool, DELETE_EXPIRED_NOTIFICATIONS, { now, limit }),
    deleteVisitRequestsAndBlocks: async (now) => {
      await prisma.visitRequest.deleteMany({ where: { expiresAt: { lte: now } } })
      await inTransaction(pool, async (client) => {
        await execute(client, HOLD_DOORS_OF_ENDED_BLOCKS, { now })
        await execute(client, DELETE_ENDED_BLOCKS, { now })
      })
    },
  }
}
