import { noticeAddresses } from '../core/account-changes.store.ts'
import type { Database } from '../core/prisma.store.ts'
import type { AccountAddresses } from './account-addresses.ts'

export const createAccountAddresses = (db: Database): AccountAddresses => ({
  of: async (userId, now) => {
    const user = await db.user.findUnique({ where: { id: userId } })
    if (!user) return []
    const { language } = user
    return (await noticeAddresses(db, user, now)).map((email) => ({ email, language }))
  },
  waitFor: async (to, kind, limit, userId) => {
    const where = { to, kind, at: { gt: limit.since }, ...(userId === undefined ? {} : { userId }) }
    const rows = await db.mail.findMany({ where, orderBy: { at: 'desc' }, take: limit.most, select: { at: true } })
    return limit.wait(rows.map(({ at }) => at))
  },
})
