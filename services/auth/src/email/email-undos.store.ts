import { TIME } from '#proto/limits.ts'
import type { Prisma } from '../../generated/client.ts'
import { endSessions, forgetDevices, removeApiTokens, storeMails, writeEvents } from '../core/account-changes.store.ts'
import { UNDO } from '../core/mail-tokens.store.ts'
import { type Database, violatedUnique } from '../core/prisma.store.ts'
import type { EmailUndo, EmailUndos } from './undo-email-change.ts'

type Transaction = Prisma.TransactionClient

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createEmailUndos(db: Database, sends: boolean): EmailUndos {
  return {
    changeOf: async (tokenHash, now) => {
      const token = await findUndo(db, tokenHash, now)
      return token ? { username: token.user.username, oldEmail: token.email, newEmail: token.user.email } : undefined
    },
    undo: async (undo) => {
      try {
        return await db.$transaction((tx) => bringBack(tx, sends, undo))
      } catch (error) {
        // Another account verified the same address at the same time.
        if (violatedUnique(error)) return undefined
        throw error
      }
    },
  }
}

const findUndo = (db: Transaction, tokenHash: string, now: Date) =>
  db.mailToken.findFirst({
    where: { tokenHash, purpose: UNDO, usedAt: null, expiresAt: { gt: now }, user: { deletingSince: null } },
    include: { user: true },
  })

async function bringBack(tx: Transaction, sends: boolean, { tokenHash, now, ...undo }: EmailUndo): ReturnType<EmailUndos['undo']> {
  const token = await findUndo(tx, tokenHash, now)
  if (!token) return undefined
  const verifiedElsewhere = { emailKey: token.emailKey, id: { not: token.userId }, emailVerifiedAt: { not: null } }
  if (await tx.user.count({ where: verifiedElsewhere })) return undefined
  const consumed = (await tx.mailToken.updateMany({ where: { tokenHash, usedAt: null }, data: { usedAt: now } })).count > 0
  if (!consumed) return undefined
  const { userId, email, emailKey, createdAt, user } = token
  // As where an address is verified: it is taken from an account that has it unverified.
  await tx.user.updateMany({ where: { emailKey, id: { not: userId }, emailVerifiedAt: null }, data: { emailKey: null } })
  await tx.user.update({ where: { id: userId }, data: { email, emailKey, emailVerifiedAt: now } })
  // Links to older addresses stay: this one may be a thief's too.
  const others = { userId, usedAt: null, OR: [{ purpose: { not: UNDO } }, { createdAt: { gte: createdAt } }] }
  await tx.mailToken.updateMany({ where: others, data: { usedAt: now } })
  // A recovery can have been begun after the change, with the password and the mailbox of the new address.
  await tx.factorRecovery.updateMany({ where: { userId, cancelledAt: null, doneAt: null }, data: { cancelledAt: now } })
  await removeNewPasskeys(tx, userId, createdAt)
  const ended = [...(await endSessions(tx, userId, now)), ...(await removeApiTokens(tx, userId))].map(undo.revoked(userId))
  await forgetDevices(tx, userId)
  const event = undo.event(userId)
  await writeEvents(tx, [event, ...ended])
  await storeMails(tx, sends, undo.mails(email, user.email, user.language))
  return { email, event, ended }
}

/** Passkeys that were added after the change may be a thief's, and so may those added while its link can have been requested. */
async function removeNewPasskeys(tx: Transaction, userId: number, changedAt: Date): Promise<void> {
  const since = new Date(changedAt.getTime() - TIME.verifyMailLife)
  await tx.passkey.deleteMany({ where: { userId, createdAt: { gte: since } } })
}
