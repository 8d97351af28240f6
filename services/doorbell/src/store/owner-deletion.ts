import pg from 'pg'
import { inTransaction } from '#kit/postgres.ts'
import type { OwnerDeletion } from '../domain/delete-owner.ts'
import type { Prisma } from './prisma.ts'

/** Whatever names its owner, also what a later version adds. */
const OWNED = `SELECT table_name AS name FROM information_schema.columns
WHERE table_schema = current_schema() AND column_name = 'owner_id' AND table_name <> 'doors' ORDER BY 1`

export function createOwnerDeletion(pool: pg.Pool, prisma: Prisma): OwnerDeletion {
  return {
    filesOf: async (ownerId) => {
      const [photos, sounds] = await Promise.all([
        prisma.activity.findMany({ where: { ownerId, photo: { not: null } }, select: { photo: true } }),
        prisma.door.findMany({ where: { ownerId, soundFile: { not: null } }, select: { soundFile: true } }),
      ])
      return { photos: photos.flatMap(({ photo }) => photo ?? []), sounds: sounds.flatMap(({ soundFile }) => soundFile ?? []) }
    },
    drop: (ownerId) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ visits: number }>('SELECT count(*)::int AS visits FROM activities WHERE owner_id = $1', [
          ownerId,
        ])
        for (const { name } of (await client.query<{ name: string }>(OWNED)).rows)
          await client.query(`DELETE FROM ${pg.escapeIdentifier(name)} WHERE owner_id = $1`, [ownerId])
        // Doors go with their owner.
        await client.query('DELETE FROM owners WHERE id = $1', [ownerId])
        return rows[0]?.visits ?? 0
      }),
  }
}
