import type { AccountAddresses } from '../domain/factor-ports.ts'
import type { Database } from './prisma.ts'

/** The purpose of tokens that were mailed to an account's old address and can still take it back. */
const UNDO = 'undo_email'

export const createAccountAddresses = (db: Database): AccountAddresses => ({
  of: async (userId, now) => {
    const user = await db.user.findUnique({ where: { id: userId }, select: { email: true, emailKey: true, language: true } })
    if (!user) return []
    const old = await db.mailToken.findMany({
      where: { userId, purpose: UNDO, usedAt: null, expiresAt: { gt: now } },
      select: { email: true },
      distinct: ['emailKey'],
    })
    // An address without its key belongs to another account by now, or its reader has said that this one is not theirs.
    const current = user.emailKey === null ? [] : [{ email: user.email }]
    return [...current, ...old].map(({ email }) => ({ email, language: user.language }))
  },
})
