import type { EmailChanges } from '../domain/ports.ts'
import type { Database } from './prisma.ts'

/** Tokens of this purpose hold an address that is not the account's yet. */
export const CHANGE = 'change_email'
/** … and of this one, an address that was the account's and can be again. */
export const UNDO = 'undo_email'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createEmailChanges(db: Database, sends: boolean): EmailChanges {
  return {
    askedSince: async (userId, since, limit) => {
      const rows = await db.mailToken.findMany({
        where: { userId, purpose: CHANGE, createdAt: { gt: since } },
        orderBy: { createdAt: 'desc' },
        take: limit,
        select: { createdAt: true },
      })
      return rows.map(({ createdAt }) => createdAt)
    },
    issue: async (userId, token, mails) => {
      await db.$transaction([
        // Marked used instead of deleted, because requests are counted.
        db.mailToken.updateMany({ where: { userId, purpose: CHANGE, usedAt: null }, data: { usedAt: token.createdAt } }),
        db.mailToken.create({ data: { ...token, userId, purpose: CHANGE } }),
        db.mail.createMany({ data: mails.map((mail) => ({ ...mail, nextAt: sends ? mail.at : null })) }),
      ])
    },
  }
}
