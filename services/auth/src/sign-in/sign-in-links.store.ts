import type { Prisma } from '../../generated/client.ts'
import { storeMails } from '../core/account-changes.store.ts'
import { lockMails, SIGN_IN, waitForToken } from '../core/mail-tokens.store.ts'
import type { Database } from '../core/prisma.store.ts'
import type { SignInLinks } from './sign-in-link.ts'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createSignInLinks(db: Database, sends: boolean): SignInLinks {
  return {
    issue: async (userId, token, mail, limit) => {
      const waitIn = (client: Prisma.TransactionClient) => waitForToken(client, { userId, purpose: SIGN_IN }, limit)
      // Anybody can request links: where the limit is reached, no request waits for the lock.
      const first = await waitIn(db)
      if (first > 0) return first
      return db.$transaction(async (tx) => {
        await lockMails(tx, 'sign-in', userId)
        const wait = await waitIn(tx)
        if (wait > 0) return wait
        await tx.mailToken.create({ data: { ...token, userId, purpose: SIGN_IN } })
        await storeMails(tx, sends, [mail])
        return 0
      })
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
