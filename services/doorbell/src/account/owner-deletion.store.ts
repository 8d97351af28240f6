import type pg from 'pg'
import { deleteEventsOf } from '#kit/outbox.ts'
import { execute, inTransaction } from '#kit/postgres.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { recordingFilesOf } from '../recordings/recordings.store.ts'
import type { OwnerDeletion } from './delete-owner.ts'
import { DELETE_OWNED, DELETE_OWNER, OWNED_TABLES } from './owners.sql.ts'

export function createOwnerDeletion(pool: pg.Pool, prisma: Prisma, tombstones: Tombstones): OwnerDeletion {
  return {
    close: async (ownerId) => {
      await tombstones.put(ownerId)
      await prisma.door.updateMany({ where: { ownerId }, data: { enabled: false } })
    },
    filesOf: async (ownerId) => {
      const [photos, sounds, recordings] = await Promise.all([
        prisma.activity.findMany({ where: { ownerId, photo: { not: null } }, select: { photo: true } }),
        prisma.door.findMany({ where: { ownerId, soundFile: { not: null } }, select: { soundFile: true } }),
        recordingFilesOf(prisma, { ownerId }),
      ])
      return { photos: photos.flatMap(({ photo }) => photo ?? []), sounds: sounds.flatMap(({ soundFile }) => soundFile ?? []), recordings }
    },
    drop: (ownerId) =>
      inTransaction(pool, async (client) => {
        let visits = 0
        for (const table of OWNED_TABLES) {
          const deleted = await execute(client, DELETE_OWNED.of({ table }), { ownerId })
          if (table === 'activities') visits = deleted
        }
        await execute(client, DELETE_OWNER, { ownerId })
        await deleteEventsOf(client, ownerId)
        return visits
      }),
  }
}
