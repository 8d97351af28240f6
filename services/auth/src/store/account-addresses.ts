import type { AccountAddresses } from '../domain/factor-ports.ts'
import type { Database } from './prisma.ts'

/** The purpose of tokens that were mailed to an account's old address and can still take it back. */
const UNDO = 'undo_email'

const CURRENT = { email: true, emailKey: true, emailVerifiedAt: true, language: true } as const

export const createAccountAddresses = (db: Database): AccountAddresses => ({
  of: async (userId, now) => {
    const user = await db.user.findUnique({ where: { id: userId }, select: CURRENT })
    if (!user) return []
    const old = await db.mailToken.findMany({
      where: { userId, purpose: UNDO, usedAt: null, expiresAt: { gt: now } },
      select: { email: true },
      distinct: ['emailKey'],
    })
    // An address without its key belongs to another account by now, or its reader has said that this one is not theirs.
    const current = user.emailKey === null ? [] : [{ email: user.email, verified: user.emailVerifiedAt !== null }]
    const { language } = user
    // Only a verified address can undo a change.
    return [...current, ...old.map(({ email }) => ({ email, verified: true }))].map((address) => ({ ...address, language }))
  },
  mailedSince: async (to, subjects, since, limit) => {
    const where = { to, subject: { in: [...subjects] }, at: { gt: since } }
    const rows = await db.mail.findMany({ where, orderBy: { at: 'desc' }, take: limit, select: { at: true } })
    return rows.map(({ at }) => at)
  },
})
