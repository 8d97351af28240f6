import type pg from 'pg'
import { execute, fetchRow } from '#kit/postgres.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { readRing } from '../core/ring-columns.sql.ts'
import { ADD_INVITE, FIND_INVITE, JOIN_BY_INVITE } from './invites.sql.ts'
import type { Invites } from './invites.ts'

export function createInvites(pool: pg.Pool): Invites {
  return {
    add: async (invite) => (await execute(pool, ADD_INVITE, invite)) === 1,
    byHash: (tokenHash) => fetchRow(pool, FIND_INVITE, { tokenHash }),
    join: async ({ tokenHash, key, at, endsAt, event }) => {
      const params = { tokenHash, key, at, endsAt, endsAtText: event.data.endsAt, eventId: event.id }
      // No row: another guest has used the invite, or the random id exists already; a second try gets another id.
      const row = (await fetchRow(pool, JOIN_BY_INVITE, params)) ?? (await fetchRow(pool, JOIN_BY_INVITE, params))
      return row && readRing(row)
    },
  }
}

/** Invites that expired long ago; until then their page says that they have expired. */
export async function deleteExpiredInvites(prisma: Prisma, expiredBefore: Date): Promise<void> {
  await prisma.invite.deleteMany({ where: { expiresAt: { lt: expiredBefore } } })
}
