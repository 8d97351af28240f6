import type { Database } from '../core/prisma.store.ts'
import type { Block, Blocks } from './blocks.ts'

const activeAt = (now: Date) => ({ liftedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })
const WITH_LIFTED = { accounts: { where: { liftedAt: { not: null } }, take: 1 } } as const

const toBlock = (row: { ipAddress: string; expiresAt: Date | null; accounts: readonly unknown[] }): Block => ({
  address: row.ipAddress,
  expiresAt: row.expiresAt,
  lifted: row.accounts.length > 0,
})

export function createBlocks(db: Database): Blocks {
  return {
    active: async (now) =>
      (await db.blockedIp.findMany({ where: activeAt(now), orderBy: { blockedAt: 'desc' }, include: WITH_LIFTED })).map(toBlock),
    countActive: (now) => db.blockedIp.count({ where: activeAt(now) }),
    find: async (address, now) => {
      const row = await db.blockedIp.findFirst({ where: { ipAddress: address, ...activeAt(now) }, include: WITH_LIFTED })
      return row ? toBlock(row) : undefined
    },
    lift: (address, by, now, event) =>
      db.$transaction(async (tx) => {
        const { count } = await tx.blockedIp.updateMany({
          where: { ipAddress: address, ...activeAt(now) },
          data: { liftedAt: now, liftedBy: by.slice(0, 100) },
        })
        const { id, name, at, data } = event
        if (count > 0) await tx.outbox.create({ data: { id, name, at, data } })
        return count > 0
      }),
    ofUser: async (userId, now) => {
      const rows = await db.blockedIpAccount.findMany({
        where: { userId, block: activeAt(now) },
        include: { block: true },
        orderBy: [{ block: { blockedAt: 'desc' } }, { blockId: 'desc' }],
      })
      return rows.map(({ block: { liftedAt: _, liftedBy: __, ...block }, liftedAt }) => ({ ...block, lifted: liftedAt !== null }))
    },
    liftFor: (userId, id, now, eventOf) =>
      db.$transaction(async (tx) => {
        const row = await tx.blockedIpAccount.findFirst({ where: { blockId: id, userId, block: activeAt(now) }, include: { block: true } })
        if (!row) return undefined
        const block = { address: row.block.ipAddress, expiresAt: row.block.expiresAt }
        // Of two concurrent requests one writes the event.
        const { count } = await tx.blockedIpAccount.updateMany({
          where: { blockId: id, userId, liftedAt: null },
          data: { liftedAt: now },
        })
        const event = count > 0 ? eventOf(block) : undefined
        if (event) await tx.outbox.create({ data: { id: event.id, name: event.name, at: event.at, data: event.data } })
        return { block: { ...block, lifted: true }, event }
      }),
  }
}
