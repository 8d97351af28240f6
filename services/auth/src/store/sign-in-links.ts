import type { SignInLinks } from '../domain/factor-ports.ts'
import type { Database } from './prisma.ts'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createSignInLinks(db: Database, sends: boolean): SignInLinks {
  return {
    mailedSince: async (userId, since, limit) => {
      const rows = await db.mailToken.findMany({
        where: { userId, purpose: SIGN_IN, createdAt: { gt: since } },
        orderBy: { createdAt: 'desc' },
        take: limit,
        select: { createdAt: true },
      })
      return rows.map(({ createdAt }) => createdAt)
    },
    issue: async (userId, token, mail) => {
      await db.$transaction([
        db.mailToken.create({ data: { ...token, userId, purpose: SIGN_IN } }),
        db.mail.create({ data: { ...mail, nextAt: sends ? mail.at : null } }),
      ])
    },
    ofLink: async (tokenHash, now) => {
      const token = await db.mailToken.findFirst({
        where: { tokenHash, purpose: SIGN_IN, usedAt: null, expiresAt: { gt: now }, user: { emailVerifiedAt: { not: null } } },
        include: { user: { select: { emailKey: true } } },
      })
      return token && token.emailKey === token.user.emailKey ? { userId: token.userId } : undefined
    },
  }
}

/** Tokens of links that sign in. */
const SIGN_IN = 'sign_in'
