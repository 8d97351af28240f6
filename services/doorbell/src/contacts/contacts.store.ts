import type pg from 'pg'
import { fetchRowByPrisma, fetchRows } from '#kit/postgres.ts'
import { LOCK_OWNER } from '../core/locks.sql.ts'
import type { Prisma } from '../core/prisma.store.ts'
import { likePattern } from '../core/search-text.sql.ts'
import { LIST_CONTACTS } from './contacts.sql.ts'
import type { Contacts } from './contacts.ts'

const OMIT = { ownerId: true, createdAt: true } as const

export function createContacts(pool: pg.Pool, prisma: Prisma): Contacts {
  return {
    ofOwner: (ownerId, { limit, after, search, favorite }) => {
      const pattern = search ? likePattern(search) : null
      return fetchRows(pool, LIST_CONTACTS, { ownerId, favorite, pattern, afterName: after?.sortName, afterId: after?.id, limit })
    },
    find: async (ownerId, id) => (await prisma.contact.findFirst({ where: { ownerId, id }, omit: OMIT })) ?? undefined,
    add: (ownerId, fields, max, createdAt) =>
      prisma.$transaction(async (tx) => {
        await tx.owner.createMany({ data: [{ id: ownerId }], skipDuplicates: true })
        await fetchRowByPrisma(tx, LOCK_OWNER, { id: ownerId })
        if ((await tx.contact.count({ where: { ownerId } })) >= max) return undefined
        return tx.contact.create({ data: { ...fields, ownerId, createdAt }, omit: OMIT })
      }),
    change: async (ownerId, id, fields) =>
      (await prisma.contact.updateManyAndReturn({ where: { ownerId, id }, data: fields, omit: OMIT }))[0],
    remove: async (ownerId, id) => (await prisma.contact.deleteMany({ where: { ownerId, id } })).count === 1,
  }
}
