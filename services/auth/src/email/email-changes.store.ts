import { storeMails } from '../core/account-changes.store.ts'
import { CHANGE, lockMails, waitForToken } from '../core/mail-tokens.store.ts'
import type { HashName } from '../core/ports.ts'
import type { Database } from '../core/prisma.store.ts'
import type { EmailChanges } from './change-email.ts'
import { lockVerifications, waitToVerify } from './verifications.store.ts'

/**
 * @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox
 * @param hashOf keyed
 */
export function createEmailChanges(db: Database, sends: boolean, hashOf: HashName): EmailChanges {
  return {
    issue: (userId, token, mails, limit) =>
      db.$transaction(async (tx) => {
        await lockMails(tx, 'change', userId)
        await lockVerifications(tx, token.emailKey)
        const byAccount = await waitForToken(tx, { userId, purpose: CHANGE }, limit)
        const wait = Math.max(byAccount, await waitToVerify(tx, hashOf, token.emailKey, limit))
        if (wait > 0) return wait
        // Marked used instead of deleted, because requests are counted.
        await tx.mailToken.updateMany({ where: { userId, purpose: CHANGE, usedAt: null }, data: { usedAt: limit.now } })
        await tx.mailToken.create({ data: { ...token, userId, purpose: CHANGE } })
        await storeMails(tx, sends, mails)
        return 0
      }),
  }
}
