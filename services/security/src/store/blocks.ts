import type { Block, Blocks } from '../domain/ports.ts'
import type { Database } from './prisma.ts'

const activeAt = (now: Date) => ({ liftedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] })
const toBlock = (row: { ipAddress: string; expiresAt: Date | null }): Block => ({ address: row.ipAddress, expiresAt: row.expiresAt })

export function createBlocks(db: Database): Blocks {
  return {
    active: async (now) => (await db.blockedIp.findMany({ where: activeAt(now), orderBy: { blockedAt: 'desc' } })).map(toBlock),
    find: async (address, now) => {
      const row = await db.blockedIp.findFirst({ where: { ipAddress: address, ...activeAt(now) } })
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
  }
}
